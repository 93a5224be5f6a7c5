// bench/RESULTS.md: several benches write it, each its own part between marks, and leave the others' as they are.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const open = (name) => `<!-- ${name} -->`;
const close = (name) => `<!-- /${name} -->`;
const ANY_PART = /<!-- ([a-z]+) -->\n[\s\S]*?<!-- \/\1 -->/;

/** The file's text with this part in it: in the place of the one before, else at the end. What stands outside of all parts goes once none is marked. */
export function withPart(text, name, part) {
  const marked = `${open(name)}\n${part.trim()}\n${close(name)}`;
  const start = text.indexOf(open(name));
  const end = text.indexOf(close(name), start);
  if (start >= 0 && end >= 0) return text.slice(0, start) + marked + text.slice(end + close(name).length);
  return ANY_PART.test(text) ? `${text.trimEnd()}\n\n${marked}\n` : `${marked}\n`;
}

/** @param {string} path */
export function writePart(path, name, part) {
  writeFileSync(path, withPart(existsSync(path) ? readFileSync(path, "utf8") : "", name, part));
}
