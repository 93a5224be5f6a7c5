// A remote's URL → `host/path`: one spelling for all ways to reach one repository. Credentials are dropped. Pure.
import { isAbsolute, resolve } from "node:path";

const URL_FORM = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)/i;
/** `[user@]host:path`; one letter before the colon is a drive of Windows. */
const SCP_FORM = /^(?:[^/]*@)?(\[[^\]]+\]|[^/:@]{2,}):(?!\/\/)(.*)$/;

/** Host of remotes that are folders of this machine. */
const LOCAL = "local";

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function join(host: string, path: string): string | undefined {
  const parts = decoded(path)
    .split(/[/\\]+/)
    .filter((part) => part !== "" && part !== ".");
  const last = parts.at(-1)?.replace(/\.git$/i, "");
  if (last === undefined) return undefined;
  // Of `…/shop/.git` the folder is meant.
  const named = last === "" ? parts.slice(0, -1) : [...parts.slice(0, -1), last];
  return named.length === 0 ? undefined : [host, ...named].join("/");
}

/** `authority` is `[user[:password]@]host[:port]`. Ports go: one server is reached through several. */
const hostOf = (authority: string): string =>
  authority
    .slice(authority.lastIndexOf("@") + 1)
    .replace(/:\d*$/, "")
    .toLowerCase();

/** Undefined for an empty URL. A relative one is a folder seen from `root`. */
export function normalRemote(url: string, root: string): string | undefined {
  const text = url.trim();
  if (text === "") return undefined;
  const parts = URL_FORM.exec(text);
  if (parts !== null) {
    const [, scheme = "", authority = "", path = ""] = parts;
    if (scheme.toLowerCase() === "file") return join(LOCAL, path);
    return join(hostOf(authority) || LOCAL, path);
  }
  const scp = isAbsolute(text) || text.startsWith(".") ? null : SCP_FORM.exec(text);
  if (scp !== null) return join((scp[1] ?? "").toLowerCase(), scp[2] ?? "");
  return join(LOCAL, resolve(root, text));
}
