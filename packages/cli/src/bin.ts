import module from "node:module";
import { exitCodes } from "./command-line/exit-codes.js";
import { explainMachineFault } from "./command-line/machine-fault.js";

// Enables the on-disk compile cache. Node has it from 22.8 on; the types of Node 20 do not declare it.
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown };
enableCompileCache?.();
try {
  await import("./main.js");
} catch (error) {
  const sentence = explainMachineFault(error);
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = exitCodes.exhausted.code;
}
