import module from "node:module";

// Compiled code is kept between runs where Node can do so: from 22.8 on, which the types of Node 20 leave out.
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown };
enableCompileCache?.();
await import("./main.js");
