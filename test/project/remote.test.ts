import { expect, test } from "vitest";
import { originUrl, parseGitConfig } from "../../src/project/git-config.ts";
import { normalRemote } from "../../src/project/remote.ts";

test.each([
  "git@example.com:acme/shop.git",
  "example.com:acme/shop",
  "https://example.com/acme/shop",
  "https://EXAMPLE.com/acme/shop.git/",
  "https://user:pa%40ss@example.com/acme/shop.git",
  "https://user@with-at:pw@example.com/acme/shop.git?token=abc#x",
  "ssh://git@example.com:2222/acme/shop.git",
  "ssh://git@example.com/acme/shop",
  "git+ssh://git@example.com/acme/shop.git",
  "git://example.com/acme//shop.git",
  "git@example.com:/acme/shop.git",
])("%s is one repository", (url) => {
  expect(normalRemote(url, "/work/x")).toBe("example.com/acme/shop");
});

test.each([
  ["/srv/git/shop.git", "local/srv/git/shop"],
  ["file:///srv/git/shop.git", "local/srv/git/shop"],
  ["/srv/git/shop/.git", "local/srv/git/shop"],
  ["../origin.git", "local/work/origin"],
  ["C:\\git\\shop.git", "local/work/x/C:/git/shop"],
  ["git@host:~me/shop.git", "host/~me/shop"],
  ["[::1]:acme/shop.git", "[::1]/acme/shop"],
  ["git@host:päth/shöp.git", "host/päth/shöp"],
])("%s becomes %s", (url, normal) => {
  expect(normalRemote(url, "/work/x")).toBe(normal);
});

test.each(["", "   ", "https://example.com", "https://example.com/.git"])("%j names no repository", (url) => {
  expect(normalRemote(url, "/work/x")).toBeUndefined();
});

test("no spelling of credentials survives", () => {
  for (const url of ["https://tok:x-oauth@h.com/a/b", "https://tok@h.com/a/b", "tok:sec@h.com:a/b", "ssh://u:tok@h.com/a/b"])
    expect(normalRemote(url, "/")).not.toMatch(/tok|sec|oauth/);
});

test("origin is read out of a config as git writes and people edit it", () => {
  const config = `
; comment
[core]
	bare = false
[remote "upstream"]
	url = https://example.com/up/shop
[Remote "origin"] # here
	URL = "https://example.com/me/\\
shop.git" ; mine
	url = https://example.com/second
	fetch = +refs/heads/*:refs/remotes/origin/*
[remote "Origin"]
	url = https://example.com/other
`;
  expect(originUrl(parseGitConfig(config))).toBe("https://example.com/me/shop.git");
});

test("without an origin the only remote counts, and of two none", () => {
  const one = '[remote "up"]\nurl = a:b/c\n';
  expect(originUrl(parseGitConfig(one))).toBe("a:b/c");
  expect(originUrl(parseGitConfig(`${one}[remote "me"]\nurl = a:d/e\n`))).toBeUndefined();
});
