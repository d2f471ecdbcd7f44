// Rehearsals by day. Days are stored and compared as text.
import { refuse, sendJson, serve } from "./serve.mjs";

const rehearsals = Array.from({ length: 44 }, (_, at) => ({
  id: at + 1,
  day: new Date(Date.UTC(2024, 8, 1 + at)).toISOString().slice(0, 10),
  choir: ["children", "chamber"][at % 2],
  minutes: 60 + (at % 4) * 15,
}));

function isOn({ day }, range) {
  if (range === undefined || range === null) return true;
  if (typeof range === "string") return day === range.slice(0, 10);
  return (!range._min || day >= range._min) && (!range._max || day <= range._max);
}

serve({
  "GET /": (_, response) =>
    sendJson(response, {
      id: "choir",
      version: "1.0.1",
      name: "Choir",
      description: "Rehearsals",
      website: "https://choir.example",
      type: "crunch",
      authentication: [{ id: "none", name: "Open" }],
      sources: [
        {
          id: "rehearsals",
          name: "Rehearsals",
          filter: [
            { id: "day", title: "Day", type: "date", datalist: true, optional: true },
            { id: "minutes", title: "At least", type: "number", optional: true },
          ],
        },
      ],
    }),
  "POST /validate": (_, response) => sendJson(response, { name: "Open" }),
  "POST /schema": ({ source }, response) => {
    if (source !== undefined && source !== "rehearsals") throw refuse(400, "Unknown source");
    const types = { id: "id", day: "date", choir: "text", minutes: "number", room: "text" };
    sendJson(
      response,
      Object.fromEntries(
        Object.entries(types).map(([id, type]) => [id, { id, name: id, type, ignore: false }]),
      ),
    );
  },
  "POST /": ({ source, filter = {} }, response) => {
    if (source !== "rehearsals") throw refuse(400, "Unknown source");
    sendJson(
      response,
      rehearsals
        .filter((row) => isOn(row, filter.day))
        .filter(({ minutes }) => !filter.minutes || minutes >= filter.minutes),
    );
  },
});
