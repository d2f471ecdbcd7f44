import { Writable } from "node:stream";

/**
 * Creates an output that discards what is written to it.
 *
 * @returns The output, which is not a terminal
 */
export function silentOutput(): Writable {
  return new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
}
