import type { Case } from "../case.ts";
export const syntheticCases = (_seed: number, _folder: string): Case[] => [];
