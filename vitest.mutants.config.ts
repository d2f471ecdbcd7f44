import { defineConfig } from "vitest/config";
import { mutantParts } from "./tools/mutants.mjs";
import shared from "./vitest.config.js";

const part = mutantParts[process.env["MUTANTS"] ?? ""];

/** The tests of one part; see `tools/prove-mutants.mjs`. */
export default defineConfig({ test: { ...shared.test, include: [...(part?.tests ?? [])] } });
