import { configureGlobal } from "fast-check";

/**
 * Property tests draw the same values in every run, so that a run can be repeated and a change is judged by itself.
 * `PROPERTY_SEED=random` draws new ones; `PROPERTY_SEED=<number>` repeats a run that failed.
 */
const wanted = process.env["PROPERTY_SEED"] ?? "20260101";
// A mutant only has to fail; what fails need not be made small.
const endOnFailure = process.env["MUTANTS"] !== undefined;
configureGlobal({ endOnFailure, ...(wanted !== "random" && { seed: Number(wanted) }) });
