import { setTimeout as delay } from "node:timers/promises";
import { dial } from "@wellhead/runtime";
import { accountInvalid, type Connector, defineConnector, id, list, number, token } from "@wellhead/sdk";

const kept: unknown[] = [];

/** Ways in which an author's code may harm its process. */
const deeds: Readonly<Record<string, () => void>> = {
  spin: () => {
    for (;;) kept.length = 0;
  },
  leak: () => {
    for (;;) kept.push({ text: "x".repeat(100), at: [kept.length] });
  },
  buffers: () => {
    for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
  },
  // oxlint-disable-next-line unicorn/no-process-exit -- ending the process is the case under test
  exit: () => process.exit(3),
  abort: () => process.abort(),
  throw: () => {
    setImmediate(() => {
      throw new Error("secret-canary");
    });
  },
  reject: () => {
    void Promise.reject(new Error("secret-canary"));
  },
  // Sends messages whose replies nobody reads.
  ask: () => {
    process.send?.({ type: "log", level: "warn", record: {}, message: "asks and ends" });
    for (let call = 1; call < 100; call += 1)
      process.send?.({ type: "store", call: -call, method: "get", args: ["x"] });
    process.kill(process.pid, "SIGKILL");
  },
  none: () => undefined,
};

/**
 * Creates a connector whose source harms its process in the way that the filter names.
 *
 * @param given - The id of the connector
 * @returns The connector
 */
export function hostileConnector({ id: connector }: { readonly id: string }): Connector {
  return defineConnector({
    id: connector,
    name: "Hostile",
    version: "1.0.0",
    description: "Does what it is told",
    accounts: { token: token() },
    identify: ({ account, caller }) => {
      if (account.token.reveal() !== "right-token") throw accountInvalid("wrong token");
      return Promise.resolve({ name: "Ada", members: { process: process.pid, caller } });
    },
    sources: (source) => ({
      rows: source({
        name: "Rows",
        filter: {
          deed: list({ optional: true, options: () => Promise.resolve(Object.keys(deeds)) }),
          batches: number({ optional: true }),
          failAfter: number({ optional: true }),
          dialled: number({ optional: true }),
        },
        fields: { id: id() },
        async *rows({ filter, signal }) {
          const { deed = "none", batches = 1, failAfter, dialled } = filter;
          if (dialled !== undefined) (await dial({ host: "127.0.0.1", port: dialled, signal })).destroy();
          for (let batch = 0; batch < batches; batch += 1) {
            if (signal.aborted) return;
            if (batch === failAfter) throw new Error("broken midway");
            yield Array.from({ length: 1000 }, (_, row) => ({ id: `${batch}-${row}` }));
          }
          deeds[deed]?.();
          // Waits so that the process ends or fails before the stream does.
          if (deed !== "none") await delay(5000, undefined, { ref: false });
        },
      }),
    }),
  });
}
