import assert from "node:assert/strict";
import { defineConnector, encodedRows, id, isEncodedRows, list, Pages, text } from "@wellhead/sdk";

/** Checks the examples of connectors and their rows. */
export async function checkRows(): Promise<void> {
  assert.equal(connector.id, "moons");

  // #region encoded-rows
  const rows = encodedRows({
    columns: ["id"],
    async *encode({ format, separator }) {
      const lines = format === "json" ? ['{"id":1}', '{"id":2}'] : ["1", "2"];
      yield { bytes: Buffer.from(lines.join(separator)), rows: lines.length };
    },
  });
  // #endregion encoded-rows

  // #region is-encoded-rows
  isEncodedRows(rows); // true
  isEncodedRows([{ id: 1 }]); // false
  // #endregion is-encoded-rows
  assert.deepEqual([isEncodedRows(rows), isEncodedRows([{ id: 1 }])], [true, false]);

  // #region pages
  const pages = new Pages(readBatches())
    .filter((issue) => issue.isOpen)
    .map((issue) => ({ id: issue.id, title: issue.title.trim() }));
  // #endregion pages
  const read: unknown[] = [];
  for await (const batch of pages) read.push(...batch);
  assert.deepEqual(read, [{ id: 1, title: "First" }]);
}

async function* readBatches() {
  yield [
    { id: 1, title: " First ", isOpen: true },
    { id: 2, title: "Second", isOpen: false },
  ];
}

const allMoons = [
  { id: "io", planet: "Jupiter" },
  { id: "titan", planet: "Saturn" },
];

// #region define-connector
const connector = defineConnector({
  id: "moons",
  name: "Moons",
  version: "1.0.0",
  description: "Moons of the planets",
  sources: (source) => ({
    moons: source({
      name: "Moons",
      filter: { planet: list({ choices: ["Jupiter", "Saturn"] }) },
      fields: { id: id(), planet: text() },
      rows: ({ filter }) => allMoons.filter((moon) => moon.planet === filter.planet),
    }),
  }),
});
// #endregion define-connector
