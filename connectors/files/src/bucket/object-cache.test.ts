import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CachedObject, ObjectCache } from "./object-cache.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const never = new AbortController().signal;

/** A cache whose downloads end when the test says so. */
function makeCache(maxBytes = 100) {
  const begun: string[] = [];
  const aborted: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const cache = new ObjectCache(async ({ path }: CachedObject, signal: AbortSignal) => {
    begun.push(path);
    await new Promise<void>((resolve, reject) => {
      ends.set(path, (error) => (error === undefined ? resolve() : reject(error)));
      signal.addEventListener("abort", () => {
        if (ends.has(path)) aborted.push(path);
        reject(new Error("aborted"));
      });
    });
    await writeFile(path, "");
  }, maxBytes);
  const end = async (path: string, error?: Error) => {
    await expect.poll(() => ends.has(path)).toBe(true);
    ends.get(path)?.(error);
    ends.delete(path);
  };
  return { cache, begun, aborted, ends, end };
}

function objectOf(name: string, size = 40): CachedObject {
  return { path: join(folder, "copies", name), size };
}

describe("ObjectCache", () => {
  it("goes on with a download that one of its readers leaves, and ends one that all have left", async () => {
    const { cache, begun, aborted, ends, end } = makeCache();
    const a = objectOf("a");
    const [first, second] = [new AbortController(), new AbortController()];
    const leaving = cache.open([a], first.signal);
    const staying = cache.open([a], second.signal);
    await expect.poll(() => ends.has(a.path)).toBe(true);
    first.abort(new Error("left"));
    await expect(leaving).rejects.toThrow("left");
    await end(a.path);
    (await staying)();
    expect(begun).toEqual([a.path]);

    const b = objectOf("b");
    const alone = new AbortController();
    const left = cache.open([b], alone.signal);
    await expect.poll(() => ends.has(b.path)).toBe(true);
    alone.abort(new Error("left"));
    await expect(left).rejects.toThrow("left");
    expect(aborted).toEqual([b.path]);
    // The aborted download cannot be that of the next reader.
    const again = cache.open([b], never);
    await expect.poll(() => begun).toEqual([a.path, b.path, b.path]);
    await end(b.path);
    (await again)();
    await access(b.path);
  });

  it("keeps nothing of a download that failed, neither its space nor its error", async () => {
    const { cache, end } = makeCache(50);
    const [a, b] = [objectOf("a"), objectOf("b")];
    const failing = cache.open([a], never);
    await end(a.path, new Error("broken"));
    await expect(failing).rejects.toThrow("broken");
    const other = cache.open([b], never);
    await end(b.path);
    (await other)();
    const again = cache.open([a], never);
    await end(a.path);
    (await again)();
    await expect(access(b.path)).rejects.toThrow("ENOENT");
  });

  it("never removes a copy that is in use, and copies again one that something else has removed", async () => {
    const { cache, begun, end } = makeCache(100);
    const [a, b, c] = [objectOf("a"), objectOf("b"), objectOf("c")];
    const both = cache.open([a, b], never);
    await Promise.all([end(a.path), end(b.path)]);
    const close = await both;
    await expect(cache.open([c], never)).rejects.toMatchObject({ code: "upstream_unavailable" });
    await access(a.path);
    close();
    const third = cache.open([c], never);
    await end(c.path);
    (await third)();
    await expect(access(a.path)).rejects.toThrow("ENOENT");
    await rm(join(folder, "copies"), { recursive: true });
    const again = cache.open([c], never);
    await end(c.path);
    (await again)();
    // The first two are copied at once, in any order.
    expect(begun.toSorted()).toEqual([a.path, b.path, c.path, c.path]);
    await expect(cache.open([objectOf("d", 101)], never)).rejects.toMatchObject({ code: "upstream_invalid" });
  });
});
