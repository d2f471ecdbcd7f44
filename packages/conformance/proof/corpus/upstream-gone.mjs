// Stocks of a warehouse whose upstream cannot be reached.
import { sendJson, serve } from "./serve.mjs";

async function askWarehouse(path, token) {
  const answer = await fetch(`http://127.0.0.1:9/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return answer.json();
}

serve(
  {
    "GET /": (_, response) =>
      sendJson(response, {
        version: "1.1.0",
        name: "Warehouse",
        description: "What is in stock",
        authentication: [
          { id: "token", name: "Token", fields: [{ id: "token", title: "Token", type: "password" }] },
        ],
        sources: [
          {
            id: "stock",
            name: "Stock",
            filter: [{ id: "shelf", title: "Shelf", type: "list", datalist: true, optional: true }],
          },
        ],
      }),
    "POST /validate": async ({ fields }, response) =>
      sendJson(response, await askWarehouse("me", fields?.token)),
    "POST /datalist": async ({ token }, response) => sendJson(response, await askWarehouse("shelves", token)),
    "POST /": async ({ account }, response) =>
      sendJson(response, await askWarehouse("stock", account?.token)),
  },
  ({ message }) => [500, { message }],
);
