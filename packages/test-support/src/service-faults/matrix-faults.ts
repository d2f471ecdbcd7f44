import { good, rawAnswer, upstreamFaults } from "../upstream-faults/upstream-faults.js";
import { echoFaults } from "./echo-faults.js";
import type { MatrixFault } from "./fault-cell.js";

/** Short limits for faults that only a timeout detects. */
const quick = { limits: { firstByte: 80, idle: 80, page: 160, answer: 160 } };

/** Faults on the network path to the upstream: its name, its port or its certificate. */
const networkFaults: readonly MatrixFault[] = [
  { title: "U1 refused", network: "refused", code: "upstream_unavailable", requests: 0 },
  { title: "U2 SYN dropped", network: "dropped", code: "upstream_timeout", requests: 0, definition: quick },
  { title: "U3 NXDOMAIN", network: "unknown", code: "upstream_unavailable", requests: 0 },
  { title: "U4 DNS silent", network: "silent", code: "upstream_timeout", requests: 0, definition: quick },
  { title: "U5 certificate expired", network: "expired", code: "upstream_invalid", requests: 0 },
  { title: "U6 certificate of another name", network: "other", code: "upstream_invalid", requests: 0 },
  {
    title: "U7 handshake stalls",
    network: "stalled",
    code: "upstream_timeout",
    requests: 0,
    definition: quick,
  },
];

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
