// Serves the connector on a free port and sends requests as a platform would. Exits non-zero when a response is wrong.
import assert from "node:assert/strict";
import { createApp } from "@wellhead/server";
import moons from "./moons.js";

const app = await createApp({ connectors: [moons], logger: false });
const { url } = await app.listen({ port: 0 });

function post(path: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

try {
  const application: unknown = await (await fetch(`${url}/`)).json();
  assert.match(JSON.stringify(application), /"id":"moons"/);

  assert.deepEqual(await (await post("/", { source: "moons", filter: { planet: "Saturn" } })).json(), [
    { id: "titan", planet: "Saturn", radius: 2574.7 },
  ]);

  // The service checks the filter's type before it calls the connector.
  const refused = await post("/", { source: "moons", filter: { planet: "Pluto" } });
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /"field":"planet"/);

  const csv = await fetch(`${url}/`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/csv" },
    body: JSON.stringify({ source: "moons", limit: 1 }),
  });
  assert.equal(await csv.text(), "id,planet,radius\r\nmoon,Earth,1737.4\r\n");
} finally {
  await app.close();
}
