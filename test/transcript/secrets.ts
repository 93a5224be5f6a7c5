// Made-up secrets of the known shapes, put together when the tests run: no text that looks like one stands in the repository.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Characters of an alphabet that look random, and are the same each time. */
function body(length: number, alphabet: string = LETTERS, seed = 7): string {
  let state = seed * 7919 + length;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return alphabet[Math.floor(state / 65536) % alphabet.length] ?? "x";
  }).join("");
}

const hex = (length: number, seed?: number): string => body(length, "0123456789abcdef", seed);
const base64 = (length: number): string => body(length, `${LETTERS}+/`);
const pem = (kind: string, line: string): string =>
  [
    `-----BEGIN ${kind} KEY-----`,
    ...Array.from({ length: 5 }, (_, at) => body(64, `${LETTERS}+/`, at + 3)),
    `-----END ${kind} KEY-----`,
  ].join(line);

export type Planted = {
  name: string /** The text as it stands in a prompt or an output. */;
  text: string /** What must not be left of it. */;
  secret: string;
};

const token = (name: string, secret: string): Planted => ({ name, text: secret, secret });
const within = (name: string, secret: string, around: (secret: string) => string): Planted => ({ name, text: around(secret), secret });

/** Shapes that are known by themselves, wherever they stand. */
export const TOKENS: readonly Planted[] = [
  token("aws access key id", `AK${"IA"}${body(14, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")}42`),
  token("aws temporary key id", `AS${"IA"}${body(14, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")}37`),
  ...["p", "o", "u", "s", "r"].map((letter) => token(`github gh${letter}`, `gh${letter}_${body(36)}`)),
  token("github fine-grained", `github_${"pat"}_${body(22)}_${body(59)}`),
  token("gitlab", `gl${"pat"}-${body(20)}`),
  token("slack bot token", `xo${"xb"}-${body(12, "0123456789")}-${body(13, "0123456789")}-${body(24)}`),
  token("slack webhook", `hooks.${"slack"}.com/services/T${body(8)}/B${body(8)}/${body(24)}`),
  token("stripe", `sk_${"live"}_${body(24)}`),
  token("stripe restricted", `rk_${"live"}_${body(24)}`),
  token("openai project key", `sk-${"proj"}-${body(74, `${LETTERS}_-`)}`),
  token("openai key", `sk-${body(20)}T3Blbk${body(20)}`),
  token("anthropic", `sk-${"ant"}-api03-${body(93, `${LETTERS}_-`)}AA`),
  token("google api key", `AI${"za"}${body(35)}`),
  token("google oauth", `ya${"29"}.a0${body(120)}`),
  token("google client secret", `GOC${"SPX"}-${body(28)}`),
  token("npm", `np${"m_"}${body(36)}`),
  token("pypi", `py${"pi"}-AgEIcHlwaS5vcmc${body(120)}`),
  token("sendgrid", `S${"G"}.${body(22)}.${body(43)}`),
  token("twilio", `S${"K"}${hex(32)}`),
  token("jwt", `e${"yJ"}${body(30)}.e${"yJ"}${body(60)}.${body(43)}`),
  token("huggingface", `h${"f_"}${body(34)}`),
  token("digitalocean", `do${"p_v1"}_${hex(64)}`),
  token("azure storage key", `Account${"Key"}=${base64(86)}==`),
  token("telegram", `${body(10, "123456789")}:A${"A"}${body(33)}`),
  token("discord", `M${body(25)}.${body(6)}.${body(38)}`),
  token("shopify", `shp${"at"}_${hex(32)}`),
  token("groq", `gs${"k_"}${body(52)}`),
  token("docker", `dckr_${"pat"}_${body(27)}`),
];

const password = `Tr0ub4dor${body(5)}`;
const random = body(40);

/** Shapes that are known by what stands around them. */
export const NAMED: readonly Planted[] = [
  within("aws secret key", base64(40), (secret) => `aws_secret_access_key = ${secret}`),
  within("env file", random, (secret) => `export SESSION_SECRET=${secret}`),
  within("env file, letters only", "correcthorsebattery", (secret) => `DB_PASSWORD=${secret}`),
  within("env file, quoted", random, (secret) => `MY_API_TOKEN='${secret}'`),
  within("json", random, (secret) => `{"clientSecret": "${secret}", "id": 3}`),
  within("json in json", random, (secret) => JSON.stringify({ body: JSON.stringify({ api_key: secret, n: 1 }) })),
  within("yaml", password, (secret) => `database:\n  user: app\n  password: ${secret}\n`),
  within("code", random, (secret) => `const client = new Client({ authToken: "${secret}" });`),
  within("python", password, (secret) => `connect(host="db", password='${secret}')`),
  within("bearer header", random, (secret) => `curl -H "Authorization: Bearer ${secret}" https://api.example.com`),
  within("basic header", base64(30), (secret) => `Authorization: Basic ${secret}`),
  within("api key header", hex(32), (secret) => `x-api-key: ${secret}`),
  within("cookie", random, (secret) => `Cookie: sid=${secret}; theme=dark`),
  within("set-cookie", random, (secret) => `< set-cookie: session=${secret}; HttpOnly`),
  within("url", password, (secret) => `git clone https://bot:${secret}@github.com/acme/shop.git`),
  within("database url", password, (secret) => `DATABASE_URL=postgres://app:${secret}@db.internal:5432/shop`),
  within("redis url without a user", password, (secret) => `redis://:${secret}@cache:6379/0`),
  within("flag", password, (secret) => `deploy --user ci --password ${secret} --verbose`),
  within("flag with =", password, (secret) => `deploy --token=${secret}`),
  within("mysql -p", password, (secret) => `mysql -u root -p${secret} shop < dump.sql`),
  within("sshpass", password, (secret) => `sshpass -p '${secret}' ssh host`),
  within("curl -u", password, (secret) => `curl -s -u admin:${secret} https://host/`),
  within("connection string", password, (secret) => `Server=db;Database=shop;User Id=sa;Password=${secret};`),
  within("query", random, (secret) => `GET /v1/items?access_token=${secret}&page=2`),
  within("netrc-like", password, (secret) => `PGPASSWORD=${secret} psql`),
];

const KEY = "PRIVATE";
export const KEYS: readonly Planted[] = [
  { name: "rsa key", text: pem(`RSA ${KEY}`, "\n"), secret: body(64, `${LETTERS}+/`, 4) },
  { name: "openssh key", text: pem(`OPENSSH ${KEY}`, "\n"), secret: body(64, `${LETTERS}+/`, 5) },
  { name: "key in json", text: JSON.stringify({ private_key: pem(KEY, "\n") }), secret: body(64, `${LETTERS}+/`, 3) },
  { name: "key in json in json", text: JSON.stringify(JSON.stringify({ k: pem(KEY, "\n") })), secret: body(64, `${LETTERS}+/`, 3) },
  { name: "key cut off", text: pem(`EC ${KEY}`, "\n").split("\n").slice(0, 4).join("\n"), secret: body(64, `${LETTERS}+/`, 5) },
  {
    name: "key cut off within a line",
    text: `${pem(`EC ${KEY}`, "\n").split("\n").slice(0, 4).join("\n")} and so on`,
    secret: body(64, `${LETTERS}+/`, 5),
  },
  { name: "key with indent", text: pem(KEY, "\n    "), secret: body(64, `${LETTERS}+/`, 6) },
];

export const ALL: readonly Planted[] = [...TOKENS, ...NAMED, ...KEYS];
