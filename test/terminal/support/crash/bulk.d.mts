export function bulkOf(bytes: number): string;
