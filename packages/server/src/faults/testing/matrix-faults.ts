import { good, rawAnswer, upstreamFaults } from "@wellhead/sdk/faults";
import { echoFaults } from "./echo-faults.js";
import type { MatrixFault } from "./fault-cell.js";
import { networkFaults } from "./network-faults.js";

/**
 * All faults of the matrix; the connector of each is named by its number. The waits of some are longer than the
 * matrix lets them be, so that those are passed on; one more is short enough to be waited.
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
