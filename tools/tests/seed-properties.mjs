import { configureGlobal } from "fast-check";

/**
 * Property tests draw the same values in every run, so that a run can be repeated and the result of a change depends
 * only on the change. `PROPERTY_SEED=random` draws new ones; `PROPERTY_SEED=<number>` repeats a run that failed.
 */
const wanted = process.env["PROPERTY_SEED"] ?? "20260101";
// For a mutant it matters only that a test fails, so the failing values need not be shrunk.
const endOnFailure = process.env["MUTANTS"] !== undefined;
// The default of the library is 100. `npm test` tries fewer values, and its long form five times as many.
const usual = endOnFailure ? 100 : 40;
const numRuns = process.env["WELLHEAD_LONG"] === undefined ? usual : 500;
configureGlobal({ endOnFailure, numRuns, ...(wanted !== "random" && { seed: Number(wanted) }) });
