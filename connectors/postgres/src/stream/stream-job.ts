import type { StreamJob as Job } from "@wellhead/sql";
import type { BeginOptions } from "../protocol/begin-read-only.js";

/** One statement whose rows are to be streamed. */
export type StreamJob = Job<BeginOptions>;
