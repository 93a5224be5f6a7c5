declare module "*.sql" {
  const text: string;
  export default text;
}

/** Version of the package, set when it is built. */
declare const MEM_VERSION: string;
