import {
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterEach, describe, expect, it } from "vitest";
import { type OpenTestHttpOptions, openTestHttp } from "../../test/open-test-http.js";
import { MemoryStore } from "../store/memory-store.js";

let upstream: RawUpstream | undefined;

afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

const rate = { requests: 10, seconds: 4 };

/** Calls an upstream that refuses every request with 429 and does not say for how long; returns the waits. */
async function waitsOf(options: Partial<OpenTestHttpOptions>): Promise<readonly number[]> {
  upstream ??= await startRawUpstream((socket) => socket.write(rawAnswer("{}", [], "429 Too Many Requests")));
  const { http, waits } = openTestHttp({ definition: { baseUrl: upstream.url, rate }, ...options });
  await expect(http.get("a").json()).rejects.toMatchObject({ code: "rate_limited" });
  return waits;
}

describe("a refusal that does not say how long to wait", () => {
  it("holds back all clients of the account for the declared period, and twice that after the next one", async () => {
    const store = new MemoryStore(() => Date.UTC(2026, 2, 3, 10));
    const ofAccount = { store, keyOf: () => Promise.resolve("one") };
    expect(await waitsOf(ofAccount)).toEqual([4500, 9000]);
    const [first] = await waitsOf(ofAccount);
    expect(first).toBe(13_500);
  });

  it("lets nobody wait for long who waits at a form", async () => {
    expect(await waitsOf({ interactive: true })).toEqual([1406, 2813]);
  });

  it.each(["0", "-5", "Tue, 03 Mar 2026 09:00:00 GMT"])(
    "does not tell callers to wait for no time, as Retry-After: %s would",
    async (value) => {
      upstream = await startRawUpstream((socket) =>
        socket.write(rawAnswer("{}", [`retry-after: ${value}`], "429 Too Many Requests")),
      );
      const { http } = openTestHttp({ definition: { baseUrl: upstream.url } });
      const refusal = await http
        .get("a")
        .json()
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: "rate_limited" });
      expect((refusal as { readonly retryAfter?: number }).retryAfter ?? 30).toBeGreaterThan(0);
    },
  );
});
