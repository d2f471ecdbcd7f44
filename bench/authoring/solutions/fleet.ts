import {
  accountInvalid,
  arrayOf,
  cursorInHeader,
  date,
  defineConnector,
  id,
  list,
  number,
  text,
  token,
} from "@wellhead/sdk";

interface Trip {
  readonly trip: string;
  readonly vehicle: { readonly plate: string };
  readonly started: string;
  readonly metres: number;
  readonly tags: readonly string[];
}

export default defineConnector({
  id: "fleet",
  name: "Fleet",
  version: "1.0.0",
  description: "Trips of vehicles",
  accounts: { key: token({ title: "Key", send: { query: "key" } }) },
  http: {
    baseUrl: "http://127.0.0.1:47007",
    paging: cursorInHeader({ header: "X-Next-Cursor", size: { parameter: "limit", value: 10 } }),
    fault: ({ status }) =>
      status === 403
        ? accountInvalid("Could not sign in to the fleet: the key is not valid. Check the key.")
        : undefined,
  },
  identify: async ({ http }) => ({ name: (await http.get("owner").json<{ owner: string }>()).owner }),
  sources: (source) => ({
    trips: source({
      name: "Trips",
      filter: {
        depot: list({
          title: "Depot",
          options: ({ http }) =>
            http
              .pages<{ code: string; name: string }>("depots", { key: "code", order: "stable" })
              .map(({ code, name }) => ({ title: name, value: code })),
        }),
        vehicle: list({
          title: "Vehicle",
          requires: ["depot"],
          optional: true,
          options: ({ http, dependsOn }) =>
            http
              .pages<{ plate: string }>(`depots/${encodeURIComponent(dependsOn.depot)}/vehicles`, {
                key: "plate",
                order: "stable",
              })
              .map(({ plate }) => plate),
        }),
      },
      fields: {
        trip: id(),
        depot: text(),
        vehicle: text(),
        started: date(),
        kilometres: number(),
        tags: arrayOf(text()),
      },
      rows: ({ http, filter: { depot, vehicle } }) =>
        http
          .pages<Trip>(`depots/${encodeURIComponent(depot)}/trips`, {
            query: { plate: vehicle },
            key: "trip",
            order: "stable",
          })
          .map((trip) => ({
            trip: trip.trip,
            depot,
            vehicle: trip.vehicle.plate,
            started: trip.started,
            kilometres: trip.metres / 1000,
            tags: trip.tags,
          })),
    }),
  }),
});
