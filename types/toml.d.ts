declare module "*.toml" {
  const value: unknown;
  export default value;
}

/** agents.toml as `parseBuiltIn` of src/agents/entries.ts reads it. */
declare module "*/agents.toml?parsed" {
  const value: ReturnType<typeof import("../src/agents/entries.ts").parseBuiltIn>;
  export default value;
}
