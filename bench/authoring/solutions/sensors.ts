import { date, dateRange, defineConnector, id, number, type Paging, text, token } from "@wellhead/sdk";

interface Sensor {
  readonly serial: string;
  readonly place: string;
  readonly unit: string;
}

interface Reading {
  /** A number that a double cannot represent arrives as text. */
  readonly id: string | number;
  readonly sensor: string;
  readonly at: number;
  readonly value: string | null;
}

const size = 20;

/** The offset counts items that are left out of the pages, so it grows by the size and not by the items. */
const bySize: Paging = {
  name: "offset of all readings",
  repeatsAreFaults: true,
  first: (request) => ({ ...request, query: { ...request.query, offset: 0, limit: size } }),
  after: ({ request, body, index }) => {
    // The API says so in every response.
    if ((body as { readonly end: boolean }).end) return { end: "no further page" };
    const start = (index + 1) * size;
    return { next: { ...request, query: { ...request.query, offset: start } }, key: String(start), start };
  },
};

function millisecondsOf(instant: string | undefined): number | undefined {
  return instant === undefined ? undefined : Date.parse(instant);
}

export default defineConnector({
  id: "sensors",
  name: "Sensors",
  version: "1.0.0",
  description: "Readings of sensors",
  accounts: { key: token({ title: "Key", send: { header: "authorization", prefix: "Key " } }) },
  http: { baseUrl: "http://127.0.0.1:47005/v1", rate: { requests: 12, seconds: 10 } },
  identify: async ({ http }) => ({
    name: (await http.get("site").json<{ site: { title: string } }>()).site.title,
  }),
  sources: (source) => ({
    sensors: source({
      name: "Sensors",
      fields: { serial: id(), place: text(), unit: text() },
      rows: ({ http }) =>
        http.pages<Sensor>("sensors").map(({ serial, place, unit }) => ({ serial, place, unit })),
    }),
    readings: source({
      name: "Readings",
      filter: { at: dateRange({ title: "Read at", optional: true }) },
      fields: { id: id(), sensor: text(), at: date(), value: number() },
      rows: ({ http, filter: { at } }) =>
        http
          .pages<Reading>("readings", {
            query: { from: millisecondsOf(at?.min), to: millisecondsOf(at?.max) },
            items: "readings",
            paging: bySize,
          })
          .map((reading) => ({
            id: String(reading.id),
            sensor: reading.sensor,
            at: new Date(reading.at),
            value: reading.value === null ? null : Number(reading.value),
          })),
    }),
  }),
});
