import { expect, it } from "vitest";
import { catalogOf, streamsOf } from "./singer-catalog.js";

/** Returns the metadata of the stream itself in the catalogue that a tap gets. */
function metadataOf(found: object, reading: { readonly isIncremental: boolean; readonly cursor?: string }) {
  const discovered = {
    streams: [
      {
        tap_stream_id: "public-orders",
        stream: "orders",
        schema: { properties: { id: { type: "integer" }, changed: { type: "string" } } },
        metadata: [{ breadcrumb: [], metadata: { "table-key-properties": ["id"], ...found } }],
      },
    ],
  };
  const [stream = expect.fail("no stream")] = streamsOf(discovered);
  const { cursor } = reading;
  return catalogOf({ ...stream, cursor }, reading.isIncremental);
}

function catalogWith(metadata: object): object {
  return {
    streams: [{ metadata: [{ breadcrumb: [], metadata: { "table-key-properties": ["id"], ...metadata } }] }],
  };
}

it.each([
  ["that leaves the method open", {}, { "replication-method": "FULL_TABLE" }],
  ["that would read its log", { "replication-method": "LOG_BASED" }, { "replication-method": "FULL_TABLE" }],
  [
    "that forces a method",
    { "forced-replication-method": "INCREMENTAL" },
    { "forced-replication-method": "INCREMENTAL" },
  ],
])("`catalogOf()` selects all rows of a tap %s", (_what, found, expected) => {
  expect(metadataOf(found, { isIncremental: false })).toMatchObject(
    catalogWith({ ...expected, selected: true }),
  );
});

it("`catalogOf()` names the column by which the operator wants to read a stream incrementally", () => {
  expect(metadataOf({}, { isIncremental: true, cursor: "changed" })).toMatchObject({
    streams: [
      {
        replication_method: "INCREMENTAL",
        replication_key: "changed",
        metadata: [
          { metadata: { "replication-method": "INCREMENTAL", "replication-key": "changed", selected: true } },
        ],
      },
    ],
  });
});

it("`streamsOf()` adds the column of deletions to streams that are read from a log", () => {
  const stream = { tap_stream_id: "s", schema: { properties: { id: { type: "integer" } } } };
  const metadata = [{ breadcrumb: [], metadata: { "replication-method": "LOG_BASED" } }];
  const names = streamsOf({ streams: [stream, { ...stream, metadata }] }).map(({ columns }) =>
    Object.keys(columns),
  );
  expect(names).toEqual([["id"], ["_sdc_deleted_at", "id"]]);
});
