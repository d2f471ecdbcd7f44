import module from "node:module";

// Enables the on-disk compile cache. Node has it from 22.8 on; the types of Node 20 do not declare it.
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown };
enableCompileCache?.();
await import("./main.js");
