import type { StreamJob as Job, PinnedHost } from "@wellhead/sql";
import type { Parameter } from "../dialect/parameter.js";
import type { BeginOptions } from "../protocol/begin-read-only.js";

/** A statement whose rows are to be streamed. */
export type StreamJob = Job<BeginOptions, Parameter>;

/** A statement and the server that runs it. */
export interface RunningJob extends Omit<StreamJob, "hosts"> {
  readonly host: PinnedHost;
}
