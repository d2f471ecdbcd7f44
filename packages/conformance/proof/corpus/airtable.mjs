// Tables of bases, read as a base service is read: page by page, written as the pages arrive, with an error at the end.
import { refuse, sendJson, serve } from "./serve.mjs";

const keys = new Map([["pat-19ce-70b4-aa3f", "Workspace of Ines"]]);
const bases = new Map([
  [
    "appStock",
    new Map([
      ["Items", 47],
      ["Shelves", 9],
    ]),
  ],
  [
    "appStaff",
    new Map([
      ["People", 31],
      ["Leave", 22],
    ]),
  ],
]);
const pageSize = 20;

function signIn(fields) {
  const name = keys.get(fields?.token);
  if (name === undefined) throw refuse(401, "Token is wrong or was revoked");
  return name;
}

/** Returns what the service would respond: a page of records, and the offset of the next page. */
async function fetchPage(base, table, offset) {
  const count = bases.get(base)?.get(table);
  if (count === undefined) throw refuse(404, `Could not find table ${table} in ${base}`);
  await new Promise((resolve) => setTimeout(resolve, 2));
  const records = Array.from({ length: Math.min(pageSize, count - offset) }, (_, at) => ({
    id: `rec${base}${table}${offset + at}`,
    createdTime: new Date(Date.UTC(2024, 0, 1, offset + at)).toISOString(),
    fields: { Name: `${table} ${offset + at}`, Tags: ["a", "b"].slice(0, (offset + at) % 3) },
  }));
  return { records, next: offset + pageSize < count ? offset + pageSize : undefined };
}

async function* recordsOf({ base, table }) {
  for (let offset = 0; offset !== undefined; ) {
    const page = await fetchPage(base, table, offset);
    for (const { id, createdTime, fields } of page.records) yield { id, createdTime, ...fields };
    offset = page.next;
  }
}

const filter = [
  { id: "base", title: "Base", type: "list", datalist: true, optional: false },
  { id: "table", title: "Table", type: "list", datalist: true, datalist_requires: ["base"], optional: false },
];

serve(
  {
    "GET /": (_, response) =>
      sendJson(response, {
        id: "bases",
        version: "1.4.2",
        name: "Bases",
        description: "Records of your tables",
        website: "https://bases.example",
        authentication: [
          {
            id: "token",
            name: "Personal token",
            fields: [
              { id: "token", title: "Token", type: "password" },
              {
                id: "help",
                type: "link",
                name: "Where do I find it?",
                value: "https://bases.example/tokens",
              },
            ],
          },
        ],
        sources: [{ id: "records", name: "Records", filter }],
      }),
    "POST /validate": ({ fields }, response) => sendJson(response, { name: signIn(fields) }),
    "POST /datalist": (account, response, query) => {
      signIn(account);
      if (query.get("source") !== "records") throw refuse(400, "Unknown source");
      const lists = {
        base: () => [...bases.keys()],
        table: () => [...bases.values()].flatMap((tables) => [...tables.keys()]),
      };
      const list = Object.hasOwn(lists, query.get("field") ?? "") && lists[query.get("field")];
      if (!list) throw refuse(400, "Unknown field");
      sendJson(
        response,
        list().map((value) => ({ title: value, value })),
      );
    },
    "POST /": async ({ source, account, filter: chosen = {} }, response) => {
      signIn(account);
      if (source !== "records") throw refuse(400, "Unknown source");
      if (!chosen.base || !chosen.table) throw refuse(400, "Choose a base and a table");
      response.writeHead(200, { "content-type": "application/json" });
      response.write("[\n");
      let separator = "";
      try {
        for await (const record of recordsOf(chosen)) {
          response.write(`${separator}${JSON.stringify(record)}`);
          separator = "\n,\n";
        }
      } catch ({ message, status }) {
        response.write(`${separator}${JSON.stringify({ __streamError: { message, code: status } })}`);
      }
      response.end("\n]\n");
    },
  },
  ({ status = 500, message }) => [status, { message }],
);
