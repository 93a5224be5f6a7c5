import { expect, test } from "vitest";
import { hookOutput } from "../../src/agents/hook-output.ts";

type Output = { hookSpecificOutput: { hookEventName: string; additionalContext: string } };
const given = (text: string): string => (JSON.parse(hookOutput(text)) as Output).hookSpecificOutput.additionalContext;

test("every control character, quote and separator arrives as it was, in one line of JSON", () => {
  const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code));
  for (const character of [...controls, "\x7f", "\u0085", "\u2028", "\u2029", '"', "\\", "\ud800"]) {
    const text = `before${character}after`;
    expect(given(text)).toBe(text);
    expect(
      hookOutput(text)
        .trimEnd()
        .split(/[\n\r]/),
    ).toHaveLength(1);
    expect(controls.some((control) => hookOutput(text).trimEnd().includes(control))).toBe(false);
  }
});
