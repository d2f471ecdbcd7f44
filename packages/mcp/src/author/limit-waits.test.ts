import { ConnectorError, type EntityPage, type PagesState } from "@wellhead/client";
import { beforeEach, expect, test } from "vitest";
import { LimitWaits } from "./limit-waits.js";

let waits: number[];
let reports: string[];

beforeEach(() => {
  waits = [];
  reports = [];
});

function makeWaits(): LimitWaits {
  return new LimitWaits({
    now: () => 0,
    signal: new AbortController().signal,
    report: (_progress, message) => reports.push(message),
    wait: (milliseconds) => Promise.resolve(waits.push(milliseconds)),
  });
}

const limitReached = (retryAfter: number, status = 429): ConnectorError =>
  new ConnectorError("refused", "The limit is reached.", { status, retryAfter });

/** Returns a function that fails with each of the errors, and then succeeds. */
function failing(...errors: readonly Error[]): () => Promise<string> {
  let calls = 0;
  return () => {
    const error = errors[calls];
    calls += 1;
    return error === undefined ? Promise.resolve("done") : Promise.reject(error);
  };
}

test("LimitWaits.repeat() waits as long as a limit asks for, and says so", async () => {
  expect(await makeWaits().repeat(failing(limitReached(7), limitReached(0)))).toBe("done");
  expect(waits).toEqual([7000, 1000]);
  expect(reports[0]).toContain("a limit of the API is used up");
});

test.each([
  ["a limit that lasts longer than a call", [limitReached(46)], []],
  ["limits that do so together", [limitReached(30), limitReached(30)], [30_000]],
  ["another error", [limitReached(1, 503)], []],
  ["an error that is not of the connector", [new TypeError("fault")], []],
] as const)("LimitWaits.repeat() fails with the error of %s", async (_name, errors, waited) => {
  await expect(makeWaits().repeat(failing(...errors))).rejects.toBe(errors.at(-1));
  expect(waits).toEqual(waited);
});

test("LimitWaits.pages() continues after the last page, and reads none twice", async () => {
  const starts: unknown[] = [];
  async function* read(from: PagesState | undefined): AsyncGenerator<EntityPage> {
    const first = Number(from?.pagination ?? 0);
    starts.push(first);
    for (let page = first; page < 4; page += 1) {
      if (page === 2 && starts.length === 1) throw limitReached(7);
      const state = page === 3 ? undefined : { pagination: page + 1, pages: page + 1 };
      yield { rows: [{ page }], isDelta: true, state };
    }
  }
  const pages: EntityPage[] = [];
  for await (const page of makeWaits().pages(read)) pages.push(page);
  expect(pages.map(({ rows }) => rows)).toEqual([0, 1, 2, 3].map((page) => [{ page }]));
  expect(starts).toEqual([0, 2]);
  expect(waits).toEqual([7000]);
});
