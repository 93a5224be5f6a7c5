// Secrets that are known by their shape. Prefix and body come from the vendors' public documentation and from secret scanners' rules.

/**
 * `start` is a regex source that finds where one may begin; `whole` is matched from there and is the secret.
 * `open`: the body has no fixed length, so a line end within it may be the secret's own end.
 */
type TokenShape = { kind: string; start: string; whole: string; open?: boolean };

const HEX = "[0-9a-fA-F]";
const WORD = "[A-Za-z0-9_-]";
const ALNUM = "[A-Za-z0-9]";
// A letter before it is part of a word, unless it is that of an escape: `\\n` in JSON text, `%3D` in a URL.
const NOT_BEFORE = "(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt]|%[0-9A-Fa-f]{2}))";
const NOT_AFTER = "(?![A-Za-z0-9])";

export const TOKEN_SHAPES: readonly TokenShape[] = [
  // Ordinary capitals are words; a key id has a digit in it.
  {
    kind: "aws-key",
    start: `${NOT_BEFORE}A(?:KIA|SIA|BIA|CCA)[A-Z2-7]`,
    whole: `A(?:KIA|SIA|BIA|CCA)(?=[A-Z]*[2-7])[A-Z2-7]{16}${NOT_AFTER}`,
  },
  { kind: "github-token", start: "gh[pousr]_", whole: `gh[pousr]_${ALNUM}{36,251}`, open: true },
  { kind: "github-token", start: "github_pat_", whole: `github_pat_[A-Za-z0-9_]{36,251}`, open: true },
  { kind: "gitlab-token", start: "gl(?:pat|ptt|dt|rt|ft|oas|agent|cbt|imt|soat)-", whole: `gl[a-z]{2,5}-${WORD}{20,300}`, open: true },
  { kind: "slack-token", start: "xox[a-z]-|xoxe\\.|xapp-", whole: `(?:xox[a-z]-|xoxe\\.xox[bp]-|xapp-)[A-Za-z0-9-]{10,250}`, open: true },
  {
    kind: "slack-webhook",
    start: "hooks\\.slack\\.com/",
    whole: `hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{20,200}`,
  },
  {
    kind: "stripe-key",
    start: "[sr]k_(?:live|test|prod)_|whsec_",
    whole: `(?:[sr]k_(?:live|test|prod)_|whsec_)[A-Za-z0-9]{10,247}`,
    open: true,
  },
  { kind: "anthropic-key", start: "sk-ant-", whole: `sk-ant-[A-Za-z0-9]{2,10}-${WORD}{20,300}`, open: true },
  {
    kind: "openai-key",
    start: "sk-(?:proj|svcacct|admin|None|or)-",
    whole: `sk-(?:proj|svcacct|admin|None|or)-${WORD}{20,300}`,
    open: true,
  },
  { kind: "openai-key", start: `${NOT_BEFORE}sk-${ALNUM}{12}`, whole: `sk-(?=[A-Za-z]*[0-9])${ALNUM}{20,100}`, open: true },
  { kind: "google-key", start: "AIza", whole: `AIza${WORD}{35}` },
  { kind: "google-oauth", start: "ya29\\.|GOCSPX-", whole: `(?:ya29\\.${WORD}{20,2000}|GOCSPX-${WORD}{28})`, open: true },
  { kind: "google-oauth", start: `${NOT_BEFORE}1//0`, whole: `1//0${WORD}{38,250}`, open: true },
  { kind: "npm-token", start: "npm_", whole: `npm_${ALNUM}{36}${NOT_AFTER}` },
  { kind: "pypi-token", start: "pypi-AgE", whole: `pypi-AgE${WORD}{50,1000}`, open: true },
  { kind: "sendgrid-key", start: `${NOT_BEFORE}SG\\.`, whole: `SG\\.${WORD}{16,32}\\.${WORD}{32,64}` },
  { kind: "twilio-key", start: `${NOT_BEFORE}(?:AC|SK)${HEX}{4}`, whole: `(?:AC|SK)[0-9a-f]{32}${NOT_AFTER}` },
  { kind: "jwt", start: "ey[JIK][A-Za-z0-9]", whole: `ey[JIK]${WORD}{8,600}\\.ey${WORD}{8,8000}(?:\\.${WORD}{10,4000})?`, open: true },
  { kind: "huggingface-token", start: "hf_|api_org_", whole: `(?:hf_|api_org_)[A-Za-z]{34}(?!${WORD})|hf_${ALNUM}{30,40}` },
  { kind: "digitalocean-token", start: "do[opr]_v1_", whole: `do[opr]_v1_[0-9a-f]{64}` },
  { kind: "telegram-token", start: `${NOT_BEFORE}[0-9]{8,10}:AA`, whole: `[0-9]{8,10}:AA${WORD}{32,34}(?!${WORD})` },
  {
    kind: "discord-token",
    start: `${NOT_BEFORE}[MNO]${WORD}{23,27}\\.${WORD}{6}\\.`,
    whole: `[MNO]${WORD}{23,27}\\.${WORD}{6}\\.${WORD}{27,38}`,
  },
  {
    kind: "discord-webhook",
    start: "discord(?:app)?\\.com/api/webhooks/",
    whole: `discord(?:app)?\\.com/api/webhooks/[0-9]{15,21}/${WORD}{50,90}`,
  },
  { kind: "shopify-token", start: "shp(?:at|ca|pa|ss)_", whole: `shp(?:at|ca|pa|ss)_${HEX}{32}` },
  { kind: "groq-key", start: "gsk_", whole: `gsk_${ALNUM}{48,60}`, open: true },
  { kind: "xai-key", start: "xai-", whole: `xai-${ALNUM}{70,100}`, open: true },
  { kind: "perplexity-key", start: "pplx-", whole: `pplx-${ALNUM}{40,64}`, open: true },
  { kind: "replicate-token", start: `${NOT_BEFORE}r8_`, whole: `r8_${ALNUM}{37,40}` },
  { kind: "azure-key", start: "AccountKey=|SharedAccessKey=", whole: `(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{30,100}={0,2}` },
  { kind: "azure-secret", start: `${ALNUM}{3}8Q~`, whole: `${ALNUM}{3}8Q~[A-Za-z0-9_~.-]{31,34}` },
  { kind: "linear-key", start: "lin_(?:api|oauth)_", whole: `lin_(?:api|oauth)_${ALNUM}{32,64}` },
  { kind: "notion-token", start: "ntn_", whole: `ntn_${ALNUM}{40,50}` },
  { kind: "atlassian-token", start: "ATATT3", whole: `ATATT3[A-Za-z0-9_=-]{100,250}`, open: true },
  { kind: "docker-token", start: "dckr_(?:pat|oat)_", whole: `dckr_(?:pat|oat)_${WORD}{27,40}` },
  { kind: "databricks-token", start: `${NOT_BEFORE}dapi${HEX}{4}`, whole: `dapi${HEX}{32}(?:-[0-9])?` },
  { kind: "vault-token", start: "hv[sbr]\\.", whole: `hv[sbr]\\.${WORD}{24,300}`, open: true },
  { kind: "mailgun-key", start: `${NOT_BEFORE}key-${HEX}{4}`, whole: `key-[0-9a-f]{32}${NOT_AFTER}` },
  { kind: "sentry-token", start: "sntry[su]_", whole: `sntry[su]_[A-Za-z0-9+/=_-]{40,300}`, open: true },
  { kind: "grafana-token", start: "glsa_|glc_ey", whole: `(?:glsa_${ALNUM}{32}_[0-9A-Fa-f]{8}|glc_ey[A-Za-z0-9+/=]{30,300})` },
  { kind: "age-key", start: "AGE-SECRET-KEY-1", whole: `AGE-SECRET-KEY-1[0-9A-Z]{58}` },
];
