import fc from "fast-check";
import { parse } from "toml";
import { expect, test } from "vitest";
import { parseMarker } from "../../src/project/marker.ts";

const byToml = (text: string) => {
  const value = parse(text) as { project?: string; capture?: { ignore?: string[] } };
  return { ...(value.project !== undefined && { project: value.project }), ignore: value.capture?.ignore ?? [] };
};

test.each([
  'project = "shop"',
  "project = 'c:\\shop'",
  '\n# a comment\nproject="shop" # why\n\n[capture] # x\nignore = [ "a", \'b/**\' ] # y\n',
  '[capture]\nignore = [\n  "a", # first\n  "b",\n]\n',
  "[capture]\nignore = []\n",
  'project = "a \\"quoted\\" \\u00e9 \\t name"\r\n[capture]\r\nignore = ["x"]\r\n',
  'capture.ignore = ["a#b", "c]d"]\nproject = "käse"',
  '"project" = "shop"',
  "",
  "# nothing",
])("what is read is what TOML says: %j", (text) => {
  expect(parseMarker(text)).toEqual(byToml(text));
});

test.each([
  "project = shop",
  "project = 3",
  'project = ""',
  'project = "a" "b"',
  'project = "a',
  'project = "\\q"',
  "[capture]\nignore = [1]",
  '[capture]\nignore = "a"',
  '[capture]\nignore = ["a" "b"]',
  'colour = "red"',
  "{",
  "\u0000",
])("what is not a marker is told, not thrown: %j", (text) => {
  expect(parseMarker(text)).toMatchObject({ ignore: [], problem: expect.stringMatching(/^not understood: /) });
  expect(parseMarker(text).project).toBeUndefined();
});

test("a line that is not understood does not hide the others", () => {
  expect(parseMarker('colour = "red"\nproject = "shop"\n')).toEqual({
    project: "shop",
    ignore: [],
    problem: 'not understood: colour = "red"',
  });
});

test("a byte order mark is no problem", () => {
  expect(parseMarker('\uFEFFproject = "shop"')).toEqual({ project: "shop", ignore: [] });
});

test("no text at all makes it throw", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void parseMarker(`project = ${text}\n[capture]\nignore = [${text}]`)));
});
