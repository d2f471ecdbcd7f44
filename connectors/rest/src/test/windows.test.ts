import { afterEach, describe, expect, it } from "vitest";
import { type ServedRest, serveRest, type TestSource } from "./serve-rest.js";

let served: ServedRest | undefined;

afterEach(async () => {
  await served?.close();
  served = undefined;
});

/** Serves a source of an API, and returns a function that reads its rows. */
async function serve(...given: Parameters<typeof serveRest>): Promise<ServedRest["read"]> {
  served = await serveRest(...given);
  return served.read;
}

describe("ranges of dates", () => {
  const range: TestSource = {
    path: "days",
    query: { from: "{seen.min|date}", to: "{seen.max|date}" },
    filter: { seen: { type: "date" } },
  };
  const days = (from: string, to: string) => {
    const found: { day: string }[] = [];
    for (let at = Date.parse(from); at < Date.parse(to); at += 86_400_000)
      found.push({ day: new Date(at).toISOString().slice(0, 10) });
    return found;
  };
  const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString();

  it.each([false, true])(
    "are read in windows, each day once; the API excludes the end: %s",
    async (excludesEnd) => {
      const asked: string[] = [];
      const read = await serve({ ...range, windows: { field: "seen", days: 10, excludesEnd } }, ({ url }) => {
        const { from = "", to = "" } = Object.fromEntries(url.searchParams);
        asked.push(`${from} ${to}`);
        return { body: days(from, excludesEnd ? to : nextDay(to)) };
      });
      const seen = { _min: "2026-01-01T15:00:00Z", _max: "2026-02-02" };
      expect(await read({ seen })).toEqual({ status: 200, body: days("2026-01-01", "2026-02-03") });
      expect(asked).toHaveLength(4);
    },
  );

  it("need a start, and at most 1,000 windows", async () => {
    const read = await serve({ ...range, windows: { field: "seen", days: 1 } }, () => ({ body: [] }));
    expect(await read({ seen: { _max: "2026-02-02" } })).toMatchObject({
      status: 400,
      body: { field: "seen" },
    });
    const long = { _min: "2000-01-01", _max: "2026-01-01" };
    expect(await read({ seen: long })).toMatchObject({
      status: 400,
      body: { error: /more than 1000 windows/ },
    });
  });

  it("are refused where the API does not get one of their ends", async () => {
    const read = await serve({ ...range, query: { from: "{seen.min}" } }, () => ({ body: [] }));
    expect(await read({ seen: { _min: "2026-01-01" } })).toEqual({ status: 200, body: [] });
    expect(await read({ seen: { _min: "2026-01-01", _max: "2026-01-02" } })).toMatchObject({
      status: 400,
      body: { field: "seen", error: /no end of the range/ },
    });
  });
});
