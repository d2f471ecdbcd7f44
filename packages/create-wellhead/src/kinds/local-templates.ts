import type { KindTemplate } from "../project-kind.js";

/** Files of a folder. */
export const filesTemplate: KindTemplate = {
  title: "Files: CSV, JSON, Parquet, Excel",
  packages: ["@wellhead/files"],
  serve: "connector.ts",
  files: (name) => ({
    "connector.ts": `import { fileURLToPath } from "node:url";
import { filesConnector } from "@wellhead/files";

export default filesConnector({
  id: "${name}",
  name: "${name}",
  path: fileURLToPath(new URL("data", import.meta.url)),
});
`,
    "connector.test.ts": testOf(`service.rows("moons")`),
    "data/moons.csv": "id,planet,radius\nmoon,Earth,1737.4\neuropa,Jupiter,1560.8\ntitan,Saturn,2574.7\n",
  }),
};

/** A database. */
export const databaseTemplate: KindTemplate = {
  title: "A database (SQLite here; PostgreSQL and MySQL have packages of the same form)",
  packages: ["@wellhead/sqlite"],
  engines: { libsql: "^0.5.29" },
  serve: "connector.ts",
  files: () => ({
    "connector.ts": `import { fileURLToPath } from "node:url";
import { sqlite } from "@wellhead/sqlite";

export default sqlite({ path: fileURLToPath(new URL("data", import.meta.url)) });
`,
    "connector.test.ts": testOf(
      `service.rows("query", { filter: { schema: "moons.db", sql: "select * from moons order by radius" } })`,
    ),
    "data/moons.db": Buffer.from(moonsDatabase.join(""), "base64"),
  }),
};

/** Code of one's own. */
export const codeTemplate: KindTemplate = {
  title: "Code of your own",
  packages: [],
  serve: "connector.ts",
  files: (name) => ({
    "connector.ts": `import { defineConnector, id, number, text } from "@wellhead/sdk";

const moons = [
  { id: "moon", planet: "Earth", radius: 1737.4 },
  { id: "europa", planet: "Jupiter", radius: 1560.8 },
  { id: "titan", planet: "Saturn", radius: 2574.7 },
];

export default defineConnector({
  id: "${name}",
  name: "${name}",
  version: "1.0.0",
  description: "Large moons of the planets",
  sources: (source) => ({
    moons: source({
      name: "Moons",
      fields: { id: id(), planet: text(), radius: number({ description: "In kilometres" }) },
      rows: () => moons,
    }),
  }),
});
`,
    "connector.test.ts": testOf(`service.rows("moons")`),
  }),
};

function testOf(read: string): string {
  return `import { startConnector } from "@wellhead/testing";
import { expect, it } from "vitest";
import connector from "./connector.js";

// The first start of a database engine may take seconds.
it("reads the moons", { timeout: 30_000 }, async () => {
  const service = await startConnector(connector);
  const { rows, verdict } = await ${read};
  expect(rows.map(({ id }) => id).toSorted()).toEqual(["europa", "moon", "titan"]);
  expect(verdict.ending).toBe("whole");
  await service.close();
});
`;
}

/** A SQLite database with the table `moons`, as base64. */
const moonsDatabase = [
  "U1FMaXRlIGZvcm1hdCAzAAIAAQEAQCAgAAAAAwAAAAIAAAAAAAAAAAAAAAIAAAAEAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAADAC5jAQ0AAAABAY4AAY4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAABwAQcXFxcBgT90YWJsZW1vb25zbW9vbnMCQ1JFQVRFIFRBQkxFIG1vb25zIChpZCB0ZXh0",
  "IHByaW1hcnkga2V5LCBwbGFuZXQgdGV4dCBub3QgbnVsbCwgcmFkaXVzIHJlYWwpIHdpdGhvdXQgcm93aWQKAAAAAwG4AAHmAdAB",
  "uAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABcEFxkHdGl0YW5TYXR1cm5ApB1mZmZm",
  "ZhUEFRcHbW9vbkVhcnRoQJslmZmZmZoZBBkbB2V1cm9wYUp1cGl0ZXJAmGMzMzMzMw==",
];
