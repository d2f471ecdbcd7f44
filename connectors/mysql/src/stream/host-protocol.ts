import { isConnectorError } from "@wellhead/sdk";
import type { HostProtocol } from "@wellhead/sql";
import { explainError } from "../errors/explain-error.js";
import type { Connection } from "../protocol/connection.js";
import { openConnection } from "../protocol/open-connection.js";
import { ServerError } from "../protocol/server-error.js";

/** `ER_SERVER_SHUTDOWN` */
const shuttingDown = 1053;

/** How to open a session at one of several servers. */
export const hostProtocol: HostProtocol<Connection> = {
  open: openConnection,
  isUnreachable: (error) => {
    if (error instanceof ServerError) return error.number === shuttingDown;
    if (isConnectorError(error)) return error.code.startsWith("upstream_");
    return error instanceof DOMException && error.name === "TimeoutError";
  },
  explain: explainError,
};
