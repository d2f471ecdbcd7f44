import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isLong } from "../properties/is-long.js";
import { begin } from "./callers.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

/** Approximate total size of the rows of {@link SqlDialect.manyRows}, in bytes. */
const totalBytes = 400e6;
/** Number of bytes that a slow reader reads at a time, and how many times at most: less than all rows. */
const [readSize, maxReads] = [20e6, 10];
const polling = { timeout: 60_000, interval: 50 };

/**
 * Tests statements whose caller disconnects, or reads slowly or not at all.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - The statements
 */
export function describeCallers(database: () => SqlDatabase, { manyRows, noRowYet }: SqlDialect): void {
  describe("a caller", () => {
    it.each([
      ["while rows are sent", manyRows, true],
      ["before the first row", noRowYet, false],
    ])("who leaves %s ends the statement", async (_, sql, hasRows) => {
      const idle = database().running();
      const socket = await begin(database(), sql, hasRows);
      await expect.poll(() => database().running(), polling).toBe(idle + 1);
      socket.destroy();
      await expect.poll(() => database().running(), polling).toBe(idle);
    });

    it.runIf(isLong)(
      "who reads slowly slows the server down, and costs no memory",
      async ({ onTestFinished }) => {
        const idle = database().running();
        const memory = process.memoryUsage.rss();
        const socket = await begin(database(), manyRows);
        onTestFinished(() => void socket.destroy());
        const levels: number[] = [];
        // Each read makes room for more rows. A server that is measured in coarse steps shows it after several reads.
        while (levels.length < maxReads && (levels.at(-1) ?? 0) <= (levels[0] ?? 0)) {
          await readBytes(socket, readSize);
          levels.push(await steadyLevel(database()));
          // The level would also be steady if the server had sent everything.
          expect(database().running()).toBe(idle + 1);
          expect(process.memoryUsage.rss() - memory).toBeLessThan(totalBytes / 2);
        }
        expect(levels).toEqual(levels.toSorted((one, other) => one - other));
        expect(levels.at(-1)).toBeGreaterThan(levels[0] ?? 0);
        socket.destroy();
        await expect.poll(() => database().running(), polling).toBe(idle);
      },
    );
  });
}

async function readBytes(socket: Socket, wanted: number): Promise<void> {
  let read = 0;
  await new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      read += chunk.length;
      if (read < wanted) return;
      socket.pause();
      socket.off("data", take);
      resolve();
    };
    socket.once("end", () => reject(new Error("expected a stream that goes on, got its end")));
    socket.on("data", take);
    socket.resume();
  });
}

/** Waits until the server has sent nothing for ten samples, and returns how much it has sent. */
async function steadyLevel({ sent }: SqlDatabase): Promise<number> {
  let level = sent();
  for (let steady = 0, samples = 0; steady < 10; samples += 1) {
    if (samples === 1000) throw new Error("expected a server that waits, got one that goes on sending");
    await delay(50);
    const now = sent();
    steady = now === level ? steady + 1 : 0;
    level = now;
  }
  return level;
}
