import type { Plugin } from "esbuild";

export const tomlForEsbuild: Plugin;
export const tomlForVite: { name: string; enforce: "pre"; load(id: string): string | undefined };
