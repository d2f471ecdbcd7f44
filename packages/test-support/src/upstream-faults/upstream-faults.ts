import { bodyFaults } from "./body-faults.js";
import { connectionFaults } from "./connection-faults.js";
import { listFaults } from "./list-faults.js";
import { statusFaults } from "./status-faults.js";
import type { UpstreamFault } from "./upstream-fault.js";

export {
  type AnswerRaw,
  type RawRequest,
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "./raw-upstream.js";
export { good, once, type UpstreamFault } from "./upstream-fault.js";

/** Faults of an HTTP upstream and their expected outcomes, numbered as in the failure model. */
export const upstreamFaults: readonly UpstreamFault[] = [
  ...connectionFaults,
  ...statusFaults,
  ...bodyFaults,
  ...listFaults,
];
