import { setTimeout as delay } from "node:timers/promises";
import { type Connector, defineConnector } from "@wellhead/sdk";

/** A connector that tells what happens to it, and whose second batch of rows waits. */
export interface Watched {
  readonly connector: Connector;
  /** What has happened, in order. */
  readonly events: string[];
  /** Lets every reading go on after its first batch. */
  readonly release: () => void;
}

/** Number of rows of a batch. */
export const batch = 1000;

/**
 * Creates a connector with the sources `rows` and `one`.
 *
 * @param id - Its id
 * @param version - Its version, which is in each row
 * @returns The connector, and what watches it
 */
export function watched(id: string, version: string): Watched {
  const events: string[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const rowsFrom = (first: number) =>
    Array.from({ length: batch }, (_, row) => ({ id: first + row, version, text: "x".repeat(100) }));
  const connector = defineConnector({
    id,
    name: id,
    version,
    description: `Version ${version}`,
    sources: (source) => ({
      rows: source({
        name: "Rows",
        async *rows() {
          try {
            yield rowsFrom(0);
            await released;
            yield rowsFrom(batch);
          } finally {
            // Giving a connection back takes time too.
            await delay(50);
            events.push("read");
          }
        },
      }),
      one: source({ name: "One", rows: () => [{ version }] }),
    }),
    close: async () => {
      events.push("closed");
    },
  });
  return { connector, events, release };
}

/**
 * Creates a connector with one row that names it.
 *
 * @param id - Its id
 * @returns The connector
 */
export function plain(id: string): Connector {
  return defineConnector({
    id,
    name: `The ${id}`,
    version: "1",
    description: `About ${id}`,
    sources: (source) => ({ all: source({ name: "All", rows: () => [{ id }] }) }),
  });
}
