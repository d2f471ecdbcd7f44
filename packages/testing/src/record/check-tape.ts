import { readFile, writeFile } from "node:fs/promises";
import type { Connector } from "@wellhead/sdk";
import { formatTape, parseTape, type Tape } from "../tape/tape.js";
import type { PlayedRead } from "./make-calls.js";
import { playTape } from "./play-tape.js";

/** Options of {@link checkTape}. */
export interface CheckTapeOptions {
  /** The file of the tape. */
  readonly file: URL | string;
  /** The tape as it would be recorded now. */
  readonly fresh: Tape;
  /** Whether to replace the file. Default: whether the variable `WELLHEAD_WRITE_TAPES` is 1. */
  readonly write?: boolean;
}

/**
 * Compares a tape with what the upstream says now, and plays it.
 *
 * @param connector - The connector
 * @param options - The file, and the new recording
 * @returns The rows of each read of the tape
 * @throws Error that names the first interaction that differs, or what the connector requests or leaves unread
 */
export async function checkTape(
  connector: Connector,
  { file, fresh, write = process.env["WELLHEAD_WRITE_TAPES"] === "1" }: CheckTapeOptions,
): Promise<readonly PlayedRead[]> {
  if (write) await writeFile(file, formatTape(fresh));
  const tape = parseTape(await readFile(file, "utf8"));
  if (formatTape(tape) !== formatTape(fresh)) {
    const at = fresh.interactions.findIndex(
      (one, index) => JSON.stringify(one) !== JSON.stringify(tape.interactions[index]),
    );
    const place =
      at === -1 ? "its other members" : `interaction ${at + 1}, ${fresh.interactions[at]?.request.url}`;
    throw new Error(
      `The tape is not what the upstream says now: they differ in ${place}. Run the test with WELLHEAD_WRITE_TAPES=1 and look at the difference.`,
    );
  }
  return await playTape(connector, tape);
}
