// First step of the one door: text as a person would read it, so that nothing invisible can split a secret or move a cursor.

// Whatever one of these finds goes; the first test keeps ordinary text on the fast path.
const SUSPECT =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]|[\ufe00-\ufe0f]/;

// ECMA-48: control sequences, then strings (OSC, DCS, APC, PM, SOS) up to their terminator, then two-character escapes.
const CURSOR_FORWARD = /(?:\x1b\[|\x9b)(\d{0,3})C/g;
const CONTROL_SEQUENCE = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]/g;
const CONTROL_STRING = /(?:\x1b[\]P_^X]|[\x9d\x90\x9f\x9e\x98])[^\x07\x1b\x9c\n]{0,8192}(?:\x07|\x1b\\|\x9c)/g;
const TWO_CHARACTERS = /\x1b[ -/]*[0-~]?/g;
const OVERSTRIKE = /[^\n\x08]\x08/g;
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
// Joiners and variation selectors belong to some scripts and to emoji; beside ASCII they only hide something.
const JOINERS = /(?<=[\x21-\x7e])(?:[\u200c\u200d]|[\ufe00-\ufe0e])+|(?:[\u200c\u200d]|[\ufe00-\ufe0f])+(?=[A-Za-z0-9_])/g;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const stripEscapes = (text: string): string =>
  text
    .replace(CURSOR_FORWARD, (_, count: string) => " ".repeat(Math.min(Number(count) || 1, 200)))
    .replace(CONTROL_SEQUENCE, "")
    .replace(CONTROL_STRING, "")
    .replace(TWO_CHARACTERS, "");

/**
 * Text without terminal escapes, control characters (but newline and tab), bidi and zero-width controls, NUL and lone surrogates
 * (which become U+FFFD). CRLF, bare CR and the Unicode line ends become newlines. What a removed character had split is one again.
 */
export function normalise(text: string): string {
  if (!SUSPECT.test(text)) return text;
  const plain = /[\x1b\x90-\x9f]/.test(text) ? stripEscapes(text) : text;
  return plain
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(OVERSTRIKE, "")
    .replace(CONTROLS, "")
    .replace(INVISIBLE, "")
    .replace(JOINERS, "")
    .replace(LONE_SURROGATES, "\ufffd");
}
