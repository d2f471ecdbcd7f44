// Ferry departures without sign-in. Always responds with CSV, whatever the request accepts. The source is ignored.
import { sendJson, serve } from "./serve.mjs";

const ports = ["Arden", "Brock", "Calla"];
const departures = Array.from({ length: 60 }, (_, number) => ({
  id: `F${number}`,
  port: ports[number % 3],
  vessel: number % 7 === 0 ? 'The "Gannet", small' : `Ferry ${number % 5}`,
  seats: 40 + number,
  leaves: new Date(Date.UTC(2024, 2, 1, 6 + 7 * number)).toISOString(),
}));

const cell = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value);

function boundary(text, isEnd) {
  const day = /^\d{4}-\d\d-\d\d$/.test(text);
  return Date.parse(day && isEnd ? `${text}T23:59:59.999Z` : text);
}

function leavesWithin({ leaves }, value) {
  const { _min: min, _max: max } = typeof value === "object" ? value : { _min: value, _max: value };
  const at = Date.parse(leaves);
  return (!min || at >= boundary(min, false)) && (!max || at <= boundary(max, true));
}

serve({
  "GET /": (_, response) =>
    sendJson(response, {
      version: "1.0.0",
      name: "Ferries",
      description: "Departures of the ferries",
      website: "https://ferries.example",
      authentication: [{ id: "none", name: "Public" }],
      sources: [
        {
          id: "departures",
          name: "Departures",
          filter: [
            {
              id: "port",
              title: "Port",
              type: "list",
              optional: true,
              data: ports.map((port) => ({ title: port, value: port })),
            },
            { id: "leaves", title: "Leaves", type: "date", optional: true, datalist: true },
          ],
        },
      ],
    }),
  "POST /validate": (_, response) => sendJson(response, { name: "Public" }),
  "POST /": ({ filter }, response) => {
    const { port, leaves } = filter ?? {};
    const rows = departures
      .filter((row) => !port || row.port === port)
      .filter((row) => !leaves || leavesWithin(row, leaves));
    response.writeHead(200, { "content-type": "text/csv" });
    const header = Object.keys(departures[0]).join(",");
    response.end([header, ...rows.map((row) => Object.values(row).map(cell).join(","))].join("\n"));
  },
});
