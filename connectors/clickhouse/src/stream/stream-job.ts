import type { StreamJob as Job, RunningJob as Running } from "@wellhead/sql";
import type { Parameter } from "../dialect/parameter.js";
import type { Settings } from "../protocol/settings.js";

/** The limits of a statement and how its rows are sent. */
export interface BeginOptions {
  /** Settings that limit the statement. */
  readonly limits: Settings;
  readonly isCompressed: boolean;
  /** Whether the statement may read files. Only statements of the connector itself may. */
  readonly readsFiles: boolean;
}

/** A statement whose rows are to be streamed. */
export type StreamJob = Job<BeginOptions, Parameter>;

/** A statement and the server that runs it. */
export type RunningJob = Running<BeginOptions, Parameter>;
