#!/usr/bin/env node
import { existsSync } from "node:fs";
import module from "node:module";

// Compiled code is kept between runs where Node can do so (22.8 and later).
module.enableCompileCache?.();

const program = new URL("../dist/main.js", import.meta.url);
if (existsSync(program)) {
  await import(program.href);
} else {
  process.stderr.write("Start wellhead: found no compiled code, wanted it to be built: run npm run build\n");
  process.exitCode = 1;
}
