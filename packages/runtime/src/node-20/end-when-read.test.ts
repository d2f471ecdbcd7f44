import { setTimeout as delay } from "node:timers/promises";
import { type RawUpstream, startRawUpstream } from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterEach, describe, expect, it } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";

let upstream: RawUpstream | undefined;

afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

const size = 400_000;

/** Reads a response that is not consumed for a while, and whose connection the server closes in the meantime. */
async function readLate(head: string, end: "end" | "reset", pause = 60) {
  upstream = await startRawUpstream((socket) => {
    socket.write(`${head}${"x".repeat(size)}`, () => {
      if (end === "end") socket.end();
      else setTimeout(() => socket.resetAndDestroy(), 20);
    });
  });
  const { http } = openTestHttp({ definition: { baseUrl: upstream.url } });
  let bytes = 0;
  try {
    for await (const chunk of http.get("a").stream()) {
      bytes += chunk.length;
      await delay(pause);
    }
  } catch (error) {
    return { bytes, error };
  }
  return { bytes };
}

/** Fills the client's read buffer to the last byte, so that it stops reading exactly at the end. */
const exact = 65_536;
const closing = "HTTP/1.0 200 OK\r\n\r\n";
const counted = `HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\nconnection: close\r\n\r\n`;

describe("endWhenRead()", () => {
  it.each([closing, counted])(
    "lets a late reader have all of an answer whose sender has left: %j",
    async (head) => {
      expect(await readLate(head, "end")).toEqual({ bytes: size });
    },
  );

  it.each([
    "HTTP/1.0 200 OK\r\n\r\n",
    `HTTP/1.1 200 OK\r\ncontent-length: ${exact}\r\nconnection: close\r\n\r\n`,
  ])("survives a sender that leaves while nobody reads: %j", async (head) => {
    upstream = await startRawUpstream((socket) => {
      socket.write(head, () => setTimeout(() => socket.end("x".repeat(exact)), 20));
    });
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url } });
    const chunks = http.get("a").stream()[Symbol.asyncIterator]();
    const first = await chunks.next();
    await delay(100);
    let bytes = first.value?.length ?? 0;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
      bytes += next.value.length;
    expect(bytes).toBe(exact);
  });

  it("shows an end that comes too early, also late", async () => {
    const { error } = await readLate(counted.replace(String(size), String(size + 1)), "end");
    expect(error).toMatchObject({ code: "upstream_unavailable" });
  });

  it.each([0, 60])(
    "does not take a reset for the end of a response when its reader pauses %i ms",
    async (pause) => {
      expect(await readLate(closing, "reset", pause)).toMatchObject({
        error: { code: "upstream_unavailable" },
      });
    },
  );

  it("does not take a reset for the end of a response when it arrives with the last bytes", async () => {
    upstream = await startRawUpstream((socket) => {
      socket.write(`${closing}${"x".repeat(1000)}`, () => socket.resetAndDestroy());
    });
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url } });
    await expect(http.get("a").text()).rejects.toMatchObject({ code: "upstream_unavailable" });
  });
});
