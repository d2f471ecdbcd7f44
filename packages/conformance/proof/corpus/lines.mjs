// Shipments as one JSON object per line, written as they are produced.
import { refuse, sendJson, serve } from "./serve.mjs";

const tokens = new Map([["shp-6b02-19f4-8d7a", "Harbour office"]]);

function* shipments() {
  for (let number = 1; number <= 75; number += 1) {
    yield {
      number,
      harbour: ["Ghent", "Vigo"][number % 2],
      containers: (number * 17) % 60,
      customs: number % 5 === 0,
      sent: new Date(Date.UTC(2024, 4, 1, number * 7)).toISOString(),
    };
  }
}

function signIn(fields) {
  const name = typeof fields?.key === "string" ? tokens.get(fields.key) : undefined;
  if (name === undefined) throw refuse(401, "The key is unknown");
  return name;
}

serve({
  "GET /": (_, response) =>
    sendJson(response, {
      version: "0.3.0",
      name: "Shipments",
      description: "What leaves the harbour",
      authentication: [{ id: "key", name: "Key", fields: [{ id: "key", title: "Key", type: "text" }] }],
      sources: [
        {
          id: "shipments",
          name: "Shipments",
          filter: [
            { id: "harbour", title: "Harbour", type: "list", options: ["Ghent", "Vigo"], optional: true },
            { id: "customs", title: "At customs", type: "bool", optional: true },
          ],
        },
      ],
    }),
  "POST /validate": ({ fields }, response) => sendJson(response, { name: signIn(fields) }),
  "POST /": ({ source, account, filter }, response) => {
    signIn(account);
    if (source !== "shipments") throw refuse(400, `"${source}" is unknown`);
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    for (const row of shipments()) {
      if (filter?.harbour && row.harbour !== filter.harbour) continue;
      if (filter?.customs !== undefined && String(row.customs) !== filter.customs) continue;
      response.write(`${JSON.stringify(row)}\n`);
    }
    response.end();
  },
});
