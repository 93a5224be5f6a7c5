// Recorded paths → paths relative to the project, where they are inside it.

const slashed = (path: string): string => path.replaceAll("\\", "/");

/** Absolute on any system: `/a`, `C:\a`. */
const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(path);

function normal(path: string): string {
  const parts: string[] = [];
  for (const name of path.split("/")) {
    if (name === "." || (name === "" && parts.length > 0)) continue;
    if (name === ".." && parts.length > 0 && parts.at(-1) !== ".." && parts.at(-1) !== "") parts.pop();
    else parts.push(name);
  }
  return parts.join("/");
}

/** `path` as recorded in folder `cwd`; absolute if it is outside `root`. Both spellings of separators are understood. */
export function relativePath(path: string, root: string, cwd: string | undefined): string {
  const whole = normal(isAbsolute(path) || cwd === undefined ? slashed(path) : `${slashed(cwd)}/${slashed(path)}`);
  const base = normal(slashed(root)).replace(/\/$/, "");
  const isInside = base !== "" && (whole.startsWith(`${base}/`) || whole.toLowerCase().startsWith(`${base.toLowerCase()}/`));
  return isInside ? whole.slice(base.length + 1) : whole;
}
