import type { StreamJob as Job, RunningJob as Running } from "@wellhead/sql";
import type { Parameter } from "../dialect/parameter.js";
import type { BeginOptions } from "../protocol/begin-read-only.js";

/** A statement whose rows are to be streamed. */
export type StreamJob = Job<BeginOptions, Parameter>;

/** A statement and the server that runs it. */
export type RunningJob = Running<BeginOptions, Parameter>;
