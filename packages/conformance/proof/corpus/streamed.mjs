// Records of a base, streamed page by page. An error after the first byte becomes the last element. The pages overlap.
import { refuse, sendJson, serve } from "./serve.mjs";

const keys = new Map([["base-5b7e-92ac-1d40", "Base of Nora"]]);
const pageSize = 20;
const records = Array.from({ length: 70 }, (_, number) => ({
  id: `rec${number}`,
  title: `Record ${number}`,
}));
const tables = new Map([
  ["records", (at) => records.slice(at === 0 ? 0 : at - 1, at + pageSize)],
  ["views", (at) => (at === 0 ? [{ id: "v1", title: "Grid" }] : [])],
]);

function signIn(fields) {
  const name = keys.get(fields?.key);
  if (name === undefined) throw refuse(401, "The key is wrong");
  return name;
}

function* rowsOf(table) {
  for (let at = 0; at < records.length; at += pageSize) yield* table(at);
}

serve({
  "GET /": (_, response) =>
    sendJson(response, {
      id: "base",
      version: "1.0.3",
      name: "Base",
      description: "Records of a base",
      website: "https://base.example",
      authentication: [{ id: "token", name: "Key", fields: [{ id: "key", name: "Key", type: "password" }] }],
      sources: [
        { id: "records", name: "Records", filter: [] },
        { id: "views", name: "Views" },
      ],
      responsibleFor: { dataProviding: true },
    }),
  "POST /validate": ({ fields }, response) => sendJson(response, { name: signIn(fields) }),
  "POST /": ({ source, account }, response) => {
    const table = tables.get(source);
    if (table === undefined) throw refuse(400, `Unknown source ${source}`);
    response.writeHead(200, { "content-type": "application/octet-stream" });
    const elements = [];
    try {
      signIn(account);
      for (const row of rowsOf(table)) elements.push(row);
    } catch ({ message, status }) {
      elements.push({ __streamError: { message, code: status } });
    }
    response.end(`[\n${elements.map((one) => JSON.stringify(one)).join("\n,\n")}\n]\n`);
  },
});
