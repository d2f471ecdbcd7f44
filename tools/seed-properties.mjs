import { configureGlobal } from "fast-check";

/**
 * Property tests draw the same values in every run, so that a run can be repeated and a change is judged by itself.
 * `PROPERTY_SEED=random` draws new ones; `PROPERTY_SEED=<number>` repeats a run that failed.
 */
const wanted = process.env["PROPERTY_SEED"] ?? "20260101";
if (wanted !== "random") configureGlobal({ seed: Number(wanted) });
