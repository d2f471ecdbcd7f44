import type { NotionContent, NotionPage } from "./start-notion.js";

const text = (plain: string) => [{ type: "text", plain_text: plain, href: null }];

/** Properties of the data source, one of every type. */
const types: Readonly<Record<string, { readonly type: string; readonly [member: string]: unknown }>> = {
  Name: { type: "title", title: {} },
  Notes: { type: "rich_text", rich_text: {}, description: "Whatever comes to mind" },
  Price: { type: "number", number: { format: "dollar" } },
  Stage: { type: "status", status: { options: [], groups: [] } },
  Kind: { type: "select", select: { options: [] } },
  Tags: { type: "multi_select", multi_select: { options: [] } },
  When: { type: "date", date: {} },
  Done: { type: "checkbox", checkbox: {} },
  Owner: { type: "people", people: {} },
  Files: { type: "files", files: {} },
  Site: { type: "url", url: {} },
  Mail: { type: "email", email: {} },
  Phone: { type: "phone_number", phone_number: {} },
  Number: { type: "unique_id", unique_id: { prefix: "TASK" } },
  Sum: { type: "formula", formula: { expression: "1 + 1" } },
  Parts: { type: "relation", relation: { data_source_id: "ds2" } },
  "Parts cost": { type: "rollup", rollup: { function: "sum" } },
  "Parts names": { type: "rollup", rollup: { function: "show_original" } },
  "First due": { type: "rollup", rollup: { function: "earliest_date" } },
  "page id": { type: "rich_text", rich_text: {} },
  Made: { type: "created_time", created_time: {} },
  Author: { type: "created_by", created_by: {} },
  Go: { type: "button", button: {} },
};

/** Values of a page, one for each type of property. */
const values: Readonly<Record<string, unknown>> = {
  Name: text("The Patient Tide"),
  Notes: [...text("old "), ...text("and wet")],
  Price: 12.5,
  Stage: { id: "1", name: "Sold", color: "green" },
  Kind: { id: "2", name: "Book", color: "red" },
  Tags: [
    { id: "3", name: "sea", color: "blue" },
    { id: "4", name: "old", color: "gray" },
  ],
  When: { start: "2026-03-01", end: "2026-03-03", time_zone: null },
  Done: true,
  Owner: [{ object: "user", id: "u1", name: "Ada" }],
  Files: [{ name: "a.png", type: "external", external: { url: "https://files.example/a.png" } }],
  Site: "https://example.com/",
  Mail: "ada@example.com",
  Phone: "+44 20 7946 0000",
  Number: { prefix: "TASK", number: 7 },
  Sum: { type: "number", number: 2 },
  Parts: [{ id: "p1" }, { id: "p2" }],
  "Parts cost": { type: "number", number: 332, function: "sum" },
  "Parts names": {
    type: "array",
    function: "show_original",
    array: [
      { type: "title", title: text("Wheel") },
      { type: "title", title: text("Axle") },
    ],
  },
  "First due": { type: "date", function: "earliest_date", date: { start: "2026-02-01", end: null } },
  "page id": text("mine"),
  Made: "2026-01-01T10:00:00.000Z",
  Author: { object: "user", id: "u1", name: "Ada" },
  Go: {},
};

/** Creation time of the first page. Each later page is created a minute after the previous one. */
const start = Date.parse("2026-01-01T10:00:00.000Z");

/**
 * Creates a data source with a property of every type. For tests.
 *
 * @param count - Number of pages; the first has a value of every type, the others only a name
 * @param perMinute - Pages created in the same minute. Default: 1
 * @returns The content for the test server
 */
export function notionContent(count: number, perMinute = 1): NotionContent {
  const properties = Object.entries(types).map(([name, type], index) => [
    name,
    { id: `p%3A${index}`, name, ...type },
  ]);
  const pages = Array.from({ length: count }, (_, index): NotionPage => {
    const time = new Date(start + Math.floor(index / perMinute) * 60_000).toISOString();
    const whole = Object.entries(types).map(([name, { type }], number) => [
      name,
      { id: `p%3A${number}`, type, [type]: values[name] },
    ]);
    const name = { Name: { id: "p%3A0", type: "title", title: text(`Row ${index}`) } };
    return {
      url: `https://notion.so/${index}`,
      id: `page-${index}`,
      created_time: time,
      last_edited_time: time,
      properties: index === 0 ? Object.fromEntries(whole) : name,
    };
  });
  const dataSource = {
    object: "data_source",
    id: "ds1",
    title: text("Books"),
    url: "https://notion.so/ds1",
    created_time: "2026-01-01T09:00:00.000Z",
    last_edited_time: "2026-01-02T09:00:00.000Z",
    in_trash: false,
    parent: { type: "database_id", database_id: "db1" },
    properties: Object.fromEntries(properties),
  };
  return { dataSource, pages };
}
