import { good, rawAnswer, upstreamFaults } from "../upstream-faults/upstream-faults.js";
import { echoFaults } from "./echo-faults.js";
import type { MatrixFault } from "./fault-cell.js";
import { networkFaults } from "./network-faults.js";

/**
 * All faults of the matrix; the connector id of each contains its index. Some faults request a wait longer than the
 * service accepts, so that it is passed on to the caller. The last one is short enough for the service to wait.
 */
export const matrixFaults: readonly MatrixFault[] = [
  ...networkFaults,
  ...upstreamFaults,
  ...echoFaults,
  {
    title: "U19 429 with one second, once",
    answer: (socket, _request, attempt) => {
      socket.write(attempt === 0 ? rawAnswer("", ["retry-after: 1"], "429 Slow") : good);
    },
    requests: 2,
    waits: [1000],
  },
];
