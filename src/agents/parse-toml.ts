// The TOML parser, apart from everything else: most starts read no TOML, so it is loaded when it is needed.
import { parse } from "toml";

/** Throws the parser's own error, for `tomlProblem`. */
export const parseToml = (text: string): unknown => parse(text);
