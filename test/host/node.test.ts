import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foldersOf, nodeIds } from "../../src/host/node.ts";
import { uuidOf } from "../../src/model/ids.ts";

test("a UUID has version and variant, whatever the random bytes are", () => {
  expect(uuidOf(new Uint8Array(16))).toBe("00000000-0000-4000-8000-000000000000");
  expect(uuidOf(new Uint8Array(16).fill(255))).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
});

test("ids have their shape, and no two of a thousand are the same", () => {
  const shapes = {
    short: /^[0-9a-z]{12}$/,
    run: /^[0-9a-f]{16}$/,
    uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  };
  for (const kind of ["short", "run", "uuid"] as const) {
    const ids = Array.from({ length: 1000 }, () => nodeIds[kind]());
    for (const id of ids) expect(id).toMatch(shapes[kind]);
    expect(new Set(ids).size).toBe(1000);
  }
});

test.each(["", ".", "home"])(
  "a HOME that is no folder's whole path (%j) is not taken: nothing is written where one happens to be",
  (HOME) => {
    const before = process.env.HOME;
    process.env.HOME = HOME;
    try {
      expect(foldersOf({ HOME })).toMatchObject({ home: userInfo().homedir, data: join(userInfo().homedir, ".local", "share", "mem") });
    } finally {
      process.env.HOME = before;
    }
  },
);
