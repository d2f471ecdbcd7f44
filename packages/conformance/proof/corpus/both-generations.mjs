// Tickets for both reports and synchronization. When several labels are chosen, only the first is used.
import { refuse, sendJson, serve } from "./serve.mjs";

const tokens = new Map([["tick-7a10-c3d8-55ef", "Support desk"]]);
const labels = ["bug", "idea", "question"];
const tickets = Array.from({ length: 45 }, (_, number) => ({
  id: number + 1,
  label: labels[number % 3],
  status: ["open", "closed"][number % 2],
}));

function signIn(fields) {
  const name = tokens.get(fields?.token);
  if (name === undefined) throw refuse(401, "Unauthorized");
  return name;
}

const field = (id, type, values) => ({
  id,
  title: id,
  type,
  optional: true,
  data: values.map((value) => ({ title: value, value })),
});

serve(
  {
    "GET /": (_, response) =>
      sendJson(response, {
        id: "desk",
        version: "4.1.0",
        name: "Desk",
        description: "Tickets",
        website: "https://desk.example",
        responsibleFor: { dataProviding: true, dataSynchronization: true },
        authentication: [
          { id: "token", name: "Token", fields: [{ id: "token", title: "Token", type: "password" }] },
        ],
        sources: [
          {
            id: "tickets",
            name: "Tickets",
            filter: [field("label", "multidropdown", labels), field("status", "list", ["open", "closed"])],
          },
        ],
      }),
    "GET /status": (_, response) => sendJson(response, { status: "ok" }),
    "POST /validate": ({ fields }, response) => sendJson(response, { name: signIn(fields) }),
    "POST /validate/filter": (_, response) => response.end("OK"),
    "POST /api/v1/synchronizer/config": (_, response) =>
      sendJson(response, { types: [{ id: "tickets", name: "Tickets" }], filters: [] }),
    "POST /": ({ source, account, filter }, response) => {
      signIn(account);
      if (source !== "tickets") throw refuse(400, "Unknown source");
      const wanted = filter?.label?.[0];
      const rows = tickets
        .filter((row) => !wanted || row.label === wanted)
        .filter((row) => !filter?.status || row.status === filter.status);
      sendJson(response, rows);
    },
  },
  ({ status = 500, message }) => [status, { message, status }],
);
