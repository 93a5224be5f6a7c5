// The scripted agent does what its lines say, through the whole terminal core.
import { expect, test } from "vitest";
import { fixture, harnessForTests, node, wrapped } from "../support/wrapper.ts";

const harness = harnessForTests();

const agent = (script: string, ...args: string[]) => [node, fixture("agents/echo.mjs"), script, ...args];

test("a scripted agent says, expects and exits as told", async () => {
  const script = "raw\nsayargs\nsayenv TERM\nsaysize\nsay ready\\x21\nexpect go\nsay \\e[1mdone\\e[0m\nexit 3";
  const outer = wrapped(harness, { argv: agent(script, "--one", "two words") });
  await outer.sees("ready!");
  outer.type("g");
  outer.type("o");
  expect((await outer.ended).code).toBe(3);
  expect(outer.text()).toBe('["--one","two words"]\r\nTERM=xterm-256color\r\n80x24\r\nready!\x1b[1mdone\x1b[0m');
});

test("a scripted agent can follow a size and die by a signal", async () => {
  const outer = wrapped(harness, { argv: agent("say up\nresized\nsaysize\ndie SIGTERM") });
  await outer.sees("up");
  outer.resize(50, 10);
  await outer.sees("50x10");
  expect((await outer.ended).code).toBe(143);
});
