export function withPart(text: string, name: string, part: string): string;
export function writePart(path: string, name: string, part: string): void;
