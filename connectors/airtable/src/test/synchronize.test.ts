import { configureEgress } from "@wellhead/runtime";
import { skipWaits, startUpstream, type UpstreamAnswer } from "@wellhead/runtime/testing";
import { serveHistory } from "@wellhead/test-support";
import { expect, it } from "vitest";
import { airtableConnector } from "../airtable-connector.js";

interface StoredRecord {
  readonly id: string;
  readonly createdTime: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Returns a table with a field that shows when a record was modified; with fields to watch, it does not watch all. */
function tableOf(watched: readonly string[]) {
  return {
    id: "tblA",
    name: "A",
    primaryFieldId: "fld1",
    fields: [
      { id: "fld1", name: "Text", type: "singleLineText" },
      { id: "fld2", name: "Changed", type: "lastModifiedTime", options: { referencedFieldIds: watched } },
    ],
  };
}

/** Responds like Airtable. Of formulas, it supports only the one that limits the time of the last modification. */
function answer(url: URL, records: readonly StoredRecord[], watched: readonly string[]): UpstreamAnswer {
  if (url.pathname === "/v0/meta/bases/appA/tables") return { body: { tables: [tableOf(watched)] } };
  const single = /^\/v0\/appA\/tblA\/(\w+)$/.exec(url.pathname)?.[1];
  const found = records.find(({ id }) => id === single);
  if (single !== undefined)
    return found === undefined ? { status: 404, body: { error: "NOT_FOUND" } } : { body: found };
  const formula = url.searchParams.get("filterByFormula") ?? "";
  const [, from = ""] = /^AND\(NOT\(IS_BEFORE\(LAST_MODIFIED_TIME\(\), '([^']+)'\)\)\)$/.exec(formula) ?? [];
  if (formula !== "" && from === "")
    return { status: 422, body: { error: { type: "INVALID_FILTER_BY_FORMULA" } } };
  const kept = records.filter(({ fields }) => !(Date.parse(fields["fld2"] ?? "") < Date.parse(from)));
  const start = Number(url.searchParams.get("offset")?.slice(3) ?? 0);
  const more = start + 100 < kept.length ? { offset: `itr${start + 100}` } : {};
  return { body: { records: kept.slice(start, start + 100), ...more } };
}

it.each([
  [1, [], true],
  [2, [], true],
  [1, ["fld1"], false],
] as const)(
  "copies records that change between runs (history %i, watching %j)",
  async (seed, watched, isPartial) => {
    let records: readonly StoredRecord[] = [];
    configureEgress({ allow: "127.0.0.1/32:*" });
    skipWaits();
    const upstream = await startUpstream(({ url }) => answer(url, records, watched));
    try {
      const copied = serveHistory({
        connector: airtableConnector({ baseUrl: `${upstream.url}/v0`, signIn: false }),
        seed,
        request: {
          requestedType: "records",
          account: { auth: "token", token: "pat.right" },
          filter: { base: "appA", table: "tblA" },
        },
        setRows: (rows) => {
          records = rows.map(({ id, text, createdAt, changedAt }) => ({
            id,
            createdTime: new Date(createdAt).toISOString(),
            fields: { fld1: text, fld2: new Date(changedAt).toISOString() },
          }));
        },
        textOf: (row) => row["Text"],
      });
      const outcome = await copied.then(
        () => "copied",
        (error: unknown) => String(error),
      );
      // A field that watches some fields says nothing about the others, so all records are read each time.
      expect(outcome).toContain(isPartial ? "copied" : "full");
      const isLimited = upstream.requests.some(({ url }) => url.searchParams.has("filterByFormula"));
      expect(isLimited).toBe(isPartial);
    } finally {
      await upstream.close();
    }
  },
);
