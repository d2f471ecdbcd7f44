import type { Position } from "@wellhead/sdk";
import { type RawUpstream, startRawUpstream } from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterEach, describe, expect, it } from "vitest";
import { listKinds, listUpstream } from "../../test/list-upstream.js";
import { openTestHttp } from "../../test/open-test-http.js";

let upstream: RawUpstream | undefined;

afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

/** Reads the list in a process of its own, as it were: nothing but the position is kept. */
async function readFrom(
  kind: (typeof listKinds)[string],
  { position, url = upstream?.url ?? "" }: { readonly position?: Position; readonly url?: string } = {},
) {
  const { http } = openTestHttp({ definition: { baseUrl: url, paging: kind.paging } });
  const pages = http
    .pages<{ readonly id: number }>("list", { items: "items", query: { q: "x" } })
    .map(({ id }) => id)
    .filter((id) => id !== 3)
    .flatMap((id) => [id, -id]);
  const batches: Array<{ readonly items: readonly number[]; readonly after: Position | undefined }> = [];
  for await (const batch of pages.from?.(wire(position)) ?? []) batches.push(batch);
  return batches;
}

/** A position as it comes back from the platform: as JSON. */
function wire(position: Position | undefined): Position | undefined {
  return position === undefined ? undefined : (JSON.parse(JSON.stringify(position)) as Position);
}

describe.each(Object.entries(listKinds))("positions of a list read by %s", (_name, kind) => {
  it.each([0, 1, 2, 5, 6])("%i items: what follows a position is the rest", async (count) => {
    upstream = await startRawUpstream(listUpstream(kind, { count: () => count, size: 2 }));
    const whole = await readFrom(kind);
    expect(whole.at(-1)?.after).toBeUndefined();
    const expected = Array.from({ length: count }, (_, id) => id).filter((id) => id !== 3);
    expect(whole.flatMap(({ items }) => items)).toEqual(expected.flatMap((id) => [id, -id]));
    for (const [index, { after }] of whole.slice(0, -1).entries()) {
      expect(after, "only the last batch has nothing after it").toBeDefined();
      expect(await readFrom(kind, after === undefined ? {} : { position: after })).toEqual(
        whole.slice(index + 1),
      );
    }
  });

  it("fails after a position, too, when the same page or pointer comes again", async () => {
    upstream = await startRawUpstream(listUpstream(kind, { count: () => 10, size: 2, repeats: true }));
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url, paging: kind.paging } });
    const pages = http.pages("list", { items: "items", query: { q: "x" } });
    const read = async (position?: Position) => {
      for await (const { after } of pages.from?.(wire(position)) ?? [])
        if (position === undefined) return after;
      return undefined;
    };
    const first = await read();
    await expect(read(first)).rejects.toThrow(/the same (?:page was returned|next page was announced) twice/);
  });
});
