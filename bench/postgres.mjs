import { runParts } from "./measure/run-parts.mjs";
import { firstByte } from "./postgres/first-byte.mjs";
import { growth } from "./postgres/growth.mjs";
import { memory } from "./postgres/memory.mjs";
import { peers } from "./postgres/peers.mjs";
import { makePlace } from "./postgres/place.mjs";
import { speed } from "./postgres/speed.mjs";
import { together } from "./postgres/together.mjs";

const parts = { speed, peers, memory, "first-byte": firstByte, together, growth };

/**
 * Compares PostgreSQL over HTTP with the bare wire protocol (a C program that reads all rows and discards them) and
 * with other implementations from PostgreSQL to JSON. Runs are interleaved; a ratio is the median of the ratios of
 * single rounds. All readers are C programs that discard what they read, so that the reader always uses the same share
 * of the machine.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const place = await makePlace();
  try {
    return { title: "PostgreSQL", rows: await runParts(parts, place) };
  } finally {
    await place.stop();
  }
}
