import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DevFolder, makeDevFolder } from "../../test/dev-folder.js";
import { collectDocuments } from "../documents/collect-documents.js";
import { DocumentSet } from "../documents/document-set.js";
import { importModule } from "../serve/import-module.js";
import { isConnector } from "../serve/is-connector.js";
import { checkTypes } from "./check-types.js";
import { showFault } from "./dev-state.js";
import { findFault } from "./find-fault.js";
import type { Fault } from "./messages.js";

const right = `import { date, dateRange, defineConnector, id, list, number, pageNumber, text, token } from "@wellhead/sdk";

interface Order {
  readonly id: number;
  readonly title: string;
  readonly total: number | null;
  readonly changed_at: string;
}

export default defineConnector({
  id: "shop",
  name: "Shop",
  version: "1.0.0",
  description: "Orders",
  accounts: { token: token() },
  http: { baseUrl: "https://api.shop.example", paging: pageNumber() },
  identify: async ({ http }) => ({ name: (await http.get("me").json<{ name: string }>()).name }),
  sources: (source) => ({
    orders: source({
      name: "Orders",
      filter: {
        state: list({ title: "State", choices: ["open", "closed"], optional: true }),
        changed: dateRange({ title: "Changed", optional: true }),
      },
      fields: { id: id(), title: text(), total: number(), changed: date() },
      changes: { by: "changed" },
      rows: ({ http, filter: { changed }, since }) =>
        http
          .pages<Order>("orders", { query: { since, until: changed?.max }, items: "data" })
          .map((order) => ({ id: String(order.id), title: order.title, total: order.total, changed: order.changed_at })),
    }),
  }),
});
`;

/** What is written, what is written instead, what the fault says, the line that it is on, and the page about it. */
type Mistake = readonly [from: string, to: string, message: string, line: number, page: string];

const sdk = "packages/sdk/README.md";
const skill = "packages/create-wellhead/skills/write-a-connector/references";

/** Mistakes that keep the definition from being loaded, or that would lose rows later. */
const loading: readonly Mistake[] = [
  ['id: "shop"', 'id: "My Shop"', 'expected lower case letters, digits and hyphens, got "My Shop"', 11, sdk],
  ['version: "1.0.0"', "version: 1", "version: expected text, got a number", 13, sdk],
  [
    "token: token()",
    'token: "bearer"',
    'expected an account kind such as `token()`, got the text "bearer"',
    15,
    `${skill}/accounts.md`,
  ],
  [
    "token: token()",
    "Token: token()",
    'expected lower case letters, digits and hyphens, got "Token"',
    15,
    `${skill}/accounts.md`,
  ],
  [
    "token: token()",
    'token: oauth2({ name: "x" })',
    '"oauth2" is not imported. Import it from "@wellhead/sdk"',
    15,
    sdk,
  ],
  [
    'baseUrl: "https://api.shop.example", ',
    "",
    "http.baseUrl: expected an address such as",
    16,
    `${sdk}#http`,
  ],
  [
    "paging: pageNumber()",
    'paging: "page"',
    'expected a paging such as `pageNumber()`, got the text "page"',
    16,
    `${skill}/paging.md`,
  ],
  [
    "pageNumber",
    "pageNumbers",
    '"pageNumbers" is not exported by the module that it is imported from. Did you mean "pageNumber"?',
    16,
    sdk,
  ],
  [
    "sources: (source) => ({\n    orders: source({",
    "sources: ({\n    orders: ({",
    "expected a function such as `(source) => ({ … })`, got an object",
    18,
    sdk,
  ],
  ["state: list({", "state: dropdown({", '"dropdown" is not imported', 22, sdk],
  [
    ', choices: ["open", "closed"]',
    "",
    "expected `choices` or `options`, got neither",
    22,
    `${skill}/filters.md`,
  ],
  [
    ', choices: ["open", "closed"]',
    ', requires: ["changd"], options: () => ["a"]',
    'such as "changed", got "changd"',
    22,
    `${skill}/filters.md`,
  ],
  ["total: number()", "total: number", "got a function. Call it, as in `text()`", 25, `${sdk}#rows`],
  ["fields: {", "columns: {", "expected `fields`, to which `columns` only adds", 25, `${sdk}#rows`],
  [
    "id: id(),",
    "id: text(),",
    "expected the columns that identify a row, because 0 columns are of type id",
    19,
    `${skill}/incremental.md`,
  ],
  ['by: "changed"', 'by: "total"', 'expected a date column, got "total"', 26, `${skill}/incremental.md`],
  [
    'changes: { by: "changed" },',
    "deleted: () => [],",
    "expected `changes`, without which every run reads all rows",
    26,
    `${skill}/incremental.md`,
  ],
  ["rows: ({ http", "read: ({ http", "sources.orders.rows: expected a function", 19, `${sdk}#rows`],
];

/** Mistakes that only the compiler sees. */
const typing: readonly Mistake[] = [
  [
    'http.get("me").json<{ name: string }>()',
    'http.get("me")',
    "Property 'name' does not exist on type 'HttpCall'",
    17,
    `${sdk}#http`,
  ],
  [
    "title: order.title",
    "titel: order.title",
    '"titel" is not a column of this source. Declare it in fields, or correct the name.',
    28,
    `${sdk}#rows`,
  ],
  [
    "total: order.total",
    "total: String(order.total)",
    'The column "total" holds number. Convert the value',
    28,
    `${sdk}#rows`,
  ],
  ["fields: {", "schema: {", "'schema' does not exist in type 'SourceDefinition", 25, `${sdk}#vocabulary`],
  [
    "import { date",
    'import axios from "axios";\nimport { date',
    "Cannot find module 'axios'",
    1,
    `${sdk}#http`,
  ],
];

let folder: DevFolder;
let faults: readonly Fault[];
const documents = new DocumentSet(collectDocuments(fileURLToPath(new URL("../../../..", import.meta.url))));

beforeAll(async () => {
  folder = await makeDevFolder();
  await folder.save("right.ts", right);
  const all = [...loading, ...typing].entries();
  await Promise.all(
    [...all].map(([index, mistake]) => folder.save(`mistake-${index}.ts`, withMistake(mistake))),
  );
  const files = typing.map((_, index) => join(folder.path, `mistake-${loading.length + index}.ts`));
  const { signal } = new AbortController();
  const checked = await checkTypes({
    folder: folder.path,
    files: [join(folder.path, "right.ts"), ...files],
    signal,
  });
  faults = checked !== undefined && "faults" in checked ? checked.faults : [];
}, 120_000);

afterAll(() => folder.remove());

function withMistake([from, to]: Mistake): string {
  const text = right.replaceAll(from, () => to);
  if (text === right) throw new TypeError(`there is no ${from}`);
  return text;
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    return error;
  }
}

test("the right connector is loaded, and its types fit", async () => {
  expect(isConnector(await importModule(join(folder.path, "right.ts")))).toBe(true);
  expect(faults.filter(({ place }) => place?.file.endsWith("right.ts"))).toEqual([]);
});

test.each(loading.map((mistake, index) => [mistake[1], index, mistake] as const))(
  "%s is refused with its line, what was expected and a page",
  async (_to, index, [, , message, line, page]) => {
    const error = await failureOf(importModule(join(folder.path, `mistake-${index}.ts`)));
    const shown = await showFault(findFault(error), folder.path);
    expect(shown.message).toContain(message);
    expect(shown.place).toMatch(new RegExp(`^mistake-${index}\\.ts:${line}:\\d+$`));
    expect(shown.page).toBe(page);
  },
);

test.each(typing.map((mistake, index) => [mistake[1], index + loading.length, mistake] as const))(
  "%s is a type fault with its line, what was expected and a page",
  async (_to, index, [, , message, line, page]) => {
    const found = faults.filter(({ place }) => place?.file.endsWith(`mistake-${index}.ts`));
    const shown = await Promise.all(found.map((fault) => showFault(fault, folder.path)));
    expect(shown).toContainEqual(
      expect.objectContaining({
        message: expect.stringContaining(message) as string,
        place: expect.stringMatching(new RegExp(`^mistake-${index}\\.ts:${line}:\\d+$`)) as string,
        page,
      }),
    );
  },
);

test("every page that a fault names exists", () => {
  for (const [, , , , page] of [...loading, ...typing]) expect(documents.open(page)).not.toBe("");
});
