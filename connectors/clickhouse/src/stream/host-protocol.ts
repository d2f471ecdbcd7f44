import { isConnectorError } from "@wellhead/sdk";
import type { HostProtocol } from "@wellhead/sql";
import { explainError } from "../errors/explain-error.js";
import type { Connection } from "../protocol/connection.js";
import { openConnection } from "../protocol/open-connection.js";
import { ServerError } from "../protocol/server-error.js";

/** Errors of a server that runs too many queries, or lost the others of its cluster. Another server may not. */
const unusable: ReadonlySet<number> = new Set([202, 210, 279, 439, 519]);

/** How to open a session at one of several servers. */
export const hostProtocol: HostProtocol<Connection> = {
  open: openConnection,
  isUnreachable: (error) => {
    if (error instanceof ServerError) return unusable.has(error.code);
    if (isConnectorError(error)) return error.code.startsWith("upstream_");
    return error instanceof DOMException && error.name === "TimeoutError";
  },
  explain: explainError,
};
