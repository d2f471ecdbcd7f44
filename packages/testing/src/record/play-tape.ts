import type { Connector } from "@wellhead/sdk";
import { startConnector } from "../service/start-connector.js";
import { replay } from "../tape/replay.js";
import type { Tape } from "../tape/tape.js";
import { makeCalls, type PlayedRead } from "./make-calls.js";

/**
 * Makes every call of a tape again, without a network.
 *
 * @param connector - The connector
 * @param tape - The tape
 * @returns The rows of each read
 * @throws Error when the connector requests something that is not on the tape, or leaves a response unread
 */
export async function playTape(connector: Connector, tape: Tape): Promise<readonly PlayedRead[]> {
  const { account, reads } = tape;
  const service = await startConnector(connector, { account, upstream: replay(tape) });
  try {
    return await makeCalls(service.client, { account, reads });
  } finally {
    await service.close();
  }
}
