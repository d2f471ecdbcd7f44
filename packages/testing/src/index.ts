export { type CheckTapeOptions, checkTape } from "./record/check-tape.js";
export type { PlayedRead } from "./record/make-calls.js";
export {
  type FaultOutcome,
  type PlayedFaultKind,
  type PlayFaultsOptions,
  playFaults,
} from "./record/play-faults.js";
export { playTape } from "./record/play-tape.js";
export { type RecordTapeOptions, recordTape } from "./record/record-tape.js";
export { type ServingFromOptions, servingOptions } from "./service/serving-options.js";
export { type StartConnectorOptions, startConnector } from "./service/start-connector.js";
export type {
  AssertConformsOptions,
  ChangesQuery,
  OptionsQuery,
  ReadChanges,
  ReadRows,
  RowsQuery,
  StartedConnector,
} from "./service/started-connector.js";
export type { FaultKind, TapeFault } from "./tape/faults.js";
export { type ReplayOptions, replay } from "./tape/replay.js";
export {
  formatTape,
  type Interaction,
  parseTape,
  type Tape,
  type TapeBody,
  type TapeRead,
  type TapeRequest,
  type TapeResponse,
} from "./tape/tape.js";
export { type Answer, answers, type UpstreamAnswer } from "./upstream/answers.js";
export type { SentRequest, Upstream } from "./upstream/upstream.js";
