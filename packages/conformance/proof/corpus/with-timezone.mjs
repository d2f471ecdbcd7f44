// Visits with a time zone. A range ends at the start of its last day, and a filter for a single day is ignored.
import { refuse, sendJson, serve } from "./serve.mjs";

const visits = Array.from({ length: 90 }, (_, number) => ({
  id: number + 1,
  page: `/page-${number % 6}`,
  seconds: (number * 13) % 120,
  at: new Date(Date.UTC(2024, 0, 3, 9 + 5 * number)).toISOString(),
}));

function within(row, range) {
  const at = Date.parse(row.at);
  const { _min: min, _max: max } = range ?? {};
  return (!min || at >= Date.parse(min)) && (!max || at <= Date.parse(max));
}

serve({
  "GET /": (_, response) =>
    sendJson(response, {
      version: "1.2.0",
      name: "Visits",
      description: "Visits of a site",
      website: "https://visits.example",
      features: { timezone: true },
      responsibleFor: { dataProviding: true },
      authentication: [{ id: "none", name: "Public", fields: [] }],
      sources: [
        {
          id: "visits",
          name: "Visits",
          filter: [{ id: "at", title: "Visited", type: "date", datalist: true, optional: true }],
        },
      ],
    }),
  "POST /validate": (_, response) => sendJson(response, { name: "Public" }),
  "POST /timezone": (_, response) => sendJson(response, { timeZone: "+05:00" }),
  "POST /": ({ source, filter }, response) => {
    if (source !== "visits") throw refuse(400, `Source ${source} does not exist`);
    sendJson(
      response,
      visits.filter((row) => within(row, filter?.at)),
    );
  },
});
