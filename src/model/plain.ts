// Foreign text (folder names, goals, file paths) → one line that is safe on a terminal.

// C0, DEL and C1 controls; line and paragraph separators; bidi marks, embeddings, overrides and isolates; BOM.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;

export const plain = (text: string): string => text.replace(UNSAFE, " ").trim();
