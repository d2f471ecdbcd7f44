import { cursorInBody, defineConnector, id, none, pageNumber, text } from "@wellhead/sdk";
import { expect, it } from "vitest";
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
  const outcomes = await playFaults(paged, tape);
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
