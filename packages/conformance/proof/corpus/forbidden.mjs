// Machines of a plant. An invalid account gets a 403, and days are compared as the text they are stored as.
import { refuse, sendJson, serve } from "./serve.mjs";

const keys = ["plant-41d7-e0c2-95ab"];
const machines = Array.from({ length: 52 }, (_, at) => ({
  serial: `M-${1000 + at}`,
  hall: (at % 4) + 1,
  hours: at * 113,
  installed: `2019-${String((at % 12) + 1).padStart(2, "0")}-15`,
}));

function check(account) {
  if (!account || !keys.includes(account.apiKey)) throw refuse(403, "Forbidden");
}

function inRange(day, range) {
  if (!range) return true;
  if (typeof range === "string") return day === range.slice(0, 10);
  return (!range._min || day >= range._min) && (!range._max || day <= range._max);
}

serve({
  "GET /": (_, response) =>
    sendJson(response, {
      id: "plant",
      version: "7",
      name: "Plant",
      description: "Machines and their hours",
      authentication: [
        { id: "apikey", name: "API key", fields: [{ id: "apiKey", name: "Key", type: "password" }] },
      ],
      sources: [
        {
          id: "machines",
          name: "Machines",
          filter: [
            { id: "hall", title: "Hall", type: "number", optional: true },
            { id: "installed", title: "Installed", type: "date", optional: true },
          ],
        },
      ],
    }),
  "POST /validate": ({ fields }, response) => {
    check(fields);
    sendJson(response, { name: "Plant", apiKey: fields.apiKey });
  },
  "POST /": ({ source, account, filter = {} }, response) => {
    check(account);
    if (source !== "machines") throw refuse(400, "No such source");
    const rows = machines
      .filter(({ hall }) => filter.hall === undefined || filter.hall === null || hall === Number(filter.hall))
      .filter(({ installed }) => inRange(installed, filter.installed));
    sendJson(response, rows);
  },
});
