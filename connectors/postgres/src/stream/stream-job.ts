import type { StreamJob as Job, RunningJob as Running } from "@wellhead/sql";
import type { BeginOptions } from "../protocol/begin-read-only.js";

/** A statement whose rows are to be streamed. */
export type StreamJob = Job<BeginOptions>;

/** A statement and the server that runs it. */
export type RunningJob = Running<BeginOptions>;
