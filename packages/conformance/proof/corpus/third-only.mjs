// Contacts for synchronization only, in the style of connectors of the third generation.
import { refuse, sendJson, serve } from "./serve.mjs";

function signIn(account) {
  if (account?.token !== "con-9f31-77b0-c5e2") throw refuse(401, "Unauthorized");
  return "Contacts of Piet";
}

serve(
  {
    "GET /": (_, response) =>
      sendJson(response, {
        id: "contacts",
        version: "1.0.0",
        name: "Contacts",
        description: "People you know",
        website: "https://contacts.example",
        authentication: [
          { id: "token", name: "Token", fields: [{ id: "token", title: "Token", type: "password" }] },
        ],
        sources: [],
        responsibleFor: { dataSynchronization: true },
      }),
    "POST /validate": ({ fields }, response) => sendJson(response, { name: signIn(fields) }),
    "POST /api/v1/synchronizer/config": (_, response) =>
      sendJson(response, { types: [{ id: "contact", name: "Contact" }], filters: [] }),
    "POST /api/v1/synchronizer/schema": (_, response) =>
      sendJson(response, {
        contact: { id: { name: "Id", type: "id" }, name: { name: "Name", type: "text" } },
      }),
    "POST /api/v1/synchronizer/data": ({ account }, response) => {
      signIn(account);
      sendJson(response, { items: [{ id: "1", name: "Piet" }], pagination: { hasNext: false } });
    },
  },
  ({ status = 500, message }) => [status, { message, tryLater: false }],
);
