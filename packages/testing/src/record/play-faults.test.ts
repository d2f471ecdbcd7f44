import {
  cursorInBody,
  defineConnector,
  id,
  nextUrlInBody,
  none,
  type Paging,
  pageNumber,
  text,
} from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import type { Tape } from "../tape/tape.js";
import { playFaults } from "./play-faults.js";

interface Moon {
  readonly id: string;
  readonly name: string;
}

const parts = {
  id: "moons",
  name: "Moons",
  version: "1.0.0",
  description: "Moons",
  http: { baseUrl: "https://moons.example" },
  accounts: { none: none() },
};
const fields = { id: id(), name: text() };
const source = { name: "Moons", fields };

const paged = defineConnector({
  ...parts,
  sources: (define) => ({
    moons: define({
      ...source,
      rows: ({ http }) => http.pages<Moon>("moons", { paging: pageNumber(), items: "data" }),
    }),
  }),
});

/** Counts pages itself, and never looks at what it got. */
const careless = defineConnector({
  ...parts,
  sources: (define) => ({
    moons: define({
      ...source,
      async *rows({ http }) {
        for (const page of [1, 2, 3]) {
          const { data } = await http
            .get("moons", { query: { page } })
            .json<{ readonly data: readonly Moon[] }>();
          yield data;
          if (data.length === 0) return;
        }
      },
    }),
  }),
});

function pageOf(number: number, names: readonly string[]): Tape["interactions"][number] {
  return {
    request: { method: "GET", url: `https://moons.example/moons?page=${number}`, headers: {} },
    response: {
      status: 200,
      headers: { "content-type": "application/json" },
      body: { json: { data: names.map((name) => ({ id: name, name })) } },
    },
  };
}

const tape: Tape = {
  tape: 1,
  connector: "moons",
  upstream: "A stand-in",
  recordedAt: "2026-03-08T12:00:00.000Z",
  seed: 1,
  account: { auth: "none" },
  reads: [{ source: "moons" }],
  interactions: [pageOf(1, ["Io", "Europa"]), pageOf(2, ["Titan"]), pageOf(3, [])],
};

const outcomesOf = (outcomes: Awaited<ReturnType<typeof playFaults>>) =>
  outcomes.map(({ at, kind, outcome }) => `${at} ${kind}: ${outcome}`);

it("plays every fault that applies, and a connector that pages with the SDK loses nothing in silence", async () => {
  const played: unknown[] = [];
  const outcomes = await playFaults(paged, tape, undefined, (...count) => played.push(count));
  expect(played).toEqual(Array.from({ length: 12 }, (_, index) => [index + 1, 12]));
  expect(outcomesOf(outcomes)).toEqual([
    "1 rate limit: right",
    "1 cut: right",
    "1 expired: reported",
    "1 empty page: stopped",
    "2 rate limit: right",
    "2 cut: right",
    "2 expired: reported",
    "2 repeated page: reported",
    "2 empty page: stopped",
    "3 rate limit: right",
    "3 cut: right",
    "3 expired: reported",
  ]);
  expect(outcomes.find(({ kind }) => kind === "repeated page")?.detail).toMatch(/page/i);
});

it("reports a connector that repeats rows in silence", async () => {
  const outcomes = await playFaults(careless, tape, ["repeated page"]);
  expect(outcomes).toEqual([
    {
      at: 2,
      kind: "repeated page",
      request: "GET https://moons.example/moons?page=2",
      outcome: "wrong",
      detail:
        "expected the 3 rows as without the fault, or an error; got 4 rows as complete: 1 lost, 2 repeated or changed",
    },
  ]);
});

it("plays faults of pages where a number has more digits than a double, and keeps the digits", async () => {
  const big = "9007199254740993";
  const line = (name: string): string => `{"data":[{"id":"${name}","name":"${name}"}],"version":${big}}`;
  const interactions = ["Io", "Europa", "Titan"].map((name, index) => ({
    ...pageOf(index + 1, []),
    response: { status: 200, headers: {}, body: { lines: [line(name)] } },
  }));
  const seen = new Set<unknown>();
  const versioned = defineConnector({
    ...parts,
    sources: (define) => ({
      moons: define({
        ...source,
        async *rows({ http }) {
          for (const page of [1, 2, 3]) {
            const body = await http
              .get("moons", { query: { page } })
              .json<{ readonly data: readonly Moon[]; readonly version: unknown }>();
            seen.add(body.version);
            yield body.data;
          }
        },
      }),
    }),
  });
  const outcomes = await playFaults(versioned, { ...tape, interactions }, ["repeated page", "empty page"]);
  expect(outcomesOf(outcomes)).toEqual([
    "1 empty page: right",
    "2 repeated page: wrong",
    "2 empty page: right",
    "3 repeated page: wrong",
  ]);
  expect([...seen]).toEqual([big]);
});

it("takes rows in another order for the same rows", async () => {
  let reads = 0;
  const turning = defineConnector({
    ...parts,
    sources: (define) => ({
      moons: define({
        ...source,
        async *rows({ http }) {
          const moons: Moon[] = [];
          for (const page of [1, 2, 3])
            moons.push(
              ...(await http.get("moons", { query: { page } }).json<{ readonly data: readonly Moon[] }>())
                .data,
            );
          reads += 1;
          yield reads === 1 ? moons : moons.toReversed();
        },
      }),
    }),
  });
  const outcomes = await playFaults(turning, tape, ["rate limit"]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["right", "right", "right"]);
  expect(reads).toBe(4);
});

it("does not take requests with other choices for pages of one list", async () => {
  const [first = pageOf(1, [])] = tape.interactions;
  const open = { ...first, request: { ...first.request, url: "https://moons.example/moons?state=open" } };
  const closed = { ...first, request: { ...first.request, url: "https://moons.example/moons?state=closed" } };
  const both = defineConnector({
    ...parts,
    sources: (define) => ({
      moons: define({
        ...source,
        async *rows({ http }) {
          for (const state of ["open", "closed"])
            yield (await http.get("moons", { query: { state } }).json<{ readonly data: readonly Moon[] }>())
              .data;
        },
      }),
    }),
  });
  expect(await playFaults(both, { ...tape, interactions: [open, closed] }, ["repeated page"])).toEqual([]);
});

it("asks of an empty page only whether the next one is requested, not what belongs to its items", async () => {
  const planets = (query: string, names: readonly string[], next: string | null) => ({
    request: { method: "GET", url: `https://moons.example/planets${query}`, headers: {} },
    response: { status: 200, headers: {}, body: { json: { data: names.map((one) => ({ id: one })), next } } },
  });
  const moonsOf = (planet: string, names: readonly string[]) => {
    const { request, response } = pageOf(1, names);
    return { response, request: { ...request, url: `https://moons.example/moons?planet=${planet}` } };
  };
  const me = {
    request: { method: "GET", url: "https://moons.example/me", headers: {} },
    response: { status: 200, headers: {}, body: { json: { name: "Ada", teams: [{ id: 1 }, { id: 2 }] } } },
  };
  const paging = cursorInBody({ cursor: "next" });
  const nested = defineConnector({
    ...parts,
    identify: async ({ http }) => ({ name: (await http.get("me").json<{ readonly name: string }>()).name }),
    sources: (define) => ({
      moons: define({
        ...source,
        async *rows({ http }) {
          for await (const found of http.pages<Moon>("planets", { paging, items: "data" }))
            for (const { id: planet } of found)
              yield* http.pages<Moon>("moons", { query: { planet }, items: "data" });
        },
      }),
    }),
  });
  const interactions = [
    me,
    planets("", ["5", "6"], "p2"),
    moonsOf("5", ["Io"]),
    moonsOf("6", ["Titan"]),
    planets("?cursor=p2", ["8"], null),
    moonsOf("8", ["Triton"]),
  ];
  const outcomes = await playFaults(nested, { ...tape, interactions }, ["repeated page", "empty page"]);
  expect(outcomesOf(outcomes)).toEqual(["2 empty page: right"]);
});

describe("a page without its pointer to the next one", () => {
  const page = (query: string, name: string, rest: object): Tape["interactions"][number] => {
    const { request, response } = pageOf(1, []);
    return {
      request: { ...request, url: `https://moons.example/moons${query}` },
      response: { ...response, body: { json: { data: [{ id: name, name }], ...rest } } },
    };
  };
  const byCursor = (last: object) => [
    page("", "Io", { page: { "next.cursor": "c1" } }),
    page("?cursor=c1", "Europa", { page: { "next.cursor": "c2" } }),
    page("?cursor=c2", "Titan", last),
  ];
  const byAddress = [
    page("", "Io", { links: { next: "/moons?at=2" } }),
    page("?at=2", "Europa", { links: { next: null } }),
  ];
  const play = (paging: Paging, interactions: Tape["interactions"]) => {
    const read = defineConnector({
      ...parts,
      sources: (define) => ({
        moons: define({
          ...source,
          rows: ({ http }) => http.pages<Moon>("moons", { paging, items: "data" }),
        }),
      }),
    });
    return playFaults(read, { ...tape, interactions }, ["missing pointer"]);
  };
  const cursor = { cursor: "page.next.cursor" };

  it("ends a list that the API ends with a pointer without a value, unless the connector requires it", async () => {
    const last = { page: { "next.cursor": null } };
    const outcomes = await play(cursorInBody(cursor), byCursor(last));
    expect(outcomesOf(outcomes)).toEqual(["1 missing pointer: stopped", "2 missing pointer: stopped"]);
    expect(outcomes[0]?.detail).toMatch(
      /^the connector returned 1 rows .*"page\.next\.cursor".*missingEnds to false$/,
    );
    expect(outcomesOf(await play(cursorInBody({ ...cursor, missingEnds: false }), byCursor(last)))).toEqual([
      "1 missing pointer: reported",
      "2 missing pointer: reported",
    ]);
    expect(outcomesOf(await play(nextUrlInBody({ next: "links.next" }), byAddress))).toEqual([
      "1 missing pointer: stopped",
    ]);
  });

  it("is not played where the last page has no pointer at all, which is how such an API ends lists", async () => {
    expect(await play(cursorInBody(cursor), byCursor({}))).toEqual([]);
    expect(await play(cursorInBody(cursor), byCursor({ page: {} }))).toEqual([]);
  });

  it("changes nothing for a connector that does not need it", async () => {
    const numbered = [
      page("?page=1", "Io", { page: 1, next: 2 }),
      page("?page=2", "Europa", { page: 2, next: null }),
    ];
    expect(outcomesOf(await play(pageNumber({ total: "total" }), numbered.map(withTotal)))).toEqual([
      "1 missing pointer: right",
    ]);
  });
});

function withTotal({ request, response }: Tape["interactions"][number]): Tape["interactions"][number] {
  const { json } = response.body as { readonly json: object };
  return { request, response: { ...response, body: { json: { ...json, total: 2 } } } };
}

it("says of an expired account that an API may report it otherwise", async () => {
  const [outcome] = await playFaults(paged, tape, ["expired"]);
  expect(outcome?.detail).toMatch(/^status 401 was played.*status 200 and an error in the body.*refused/);
});
