// Mounts a connector in an existing service. Exits non-zero when a response is wrong.
import assert from "node:assert/strict";
import { connectorRoutes } from "@wellhead/server";
import { ordersConnector } from "./orders-connector.js";
import { openShop } from "./shop.js";

const { service, orders } = openShop();
await service.register(connectorRoutes, {
  prefix: "/for-the-platform",
  connector: ordersConnector(orders),
  logger: false,
});
const url = await service.listen({ host: "127.0.0.1", port: 0 });

function post(path: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

try {
  // The service's own routes work as before.
  assert.equal((await post("/orders", { item: "teapot", pieces: 1 })).status, 201);
  assert.equal((await post("/orders", { item: "cup", pieces: 6 })).status, 201);

  // The platform reads the orders that they created.
  const rows = await post("/for-the-platform/", { source: "orders", filter: { least: "2" } });
  assert.deepEqual(await rows.json(), [{ id: "order-2", item: "cup", pieces: 6 }]);

  // Errors have the form of the contract only below the prefix.
  const unknown = await post("/for-the-platform/", { source: "parcels" });
  assert.equal(unknown.status, 400);
  assert.match(await unknown.text(), /"code":"unknown_source"/);
  assert.doesNotMatch(await (await post("/nowhere", {})).text(), /"code":"not_found"/);
} finally {
  await service.close();
}
