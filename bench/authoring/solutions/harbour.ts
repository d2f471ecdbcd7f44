import {
  date,
  defineConnector,
  fields,
  id,
  list,
  number,
  type Paging,
  pageNumber,
  password,
  text,
  url,
} from "@wellhead/sdk";

interface Call {
  readonly ref: string;
  readonly ship: { readonly imo: number; readonly name: string; readonly flag: string };
  readonly arrival: string;
  readonly berth: { readonly number: number; readonly depth_dm: number } | null;
  readonly cargo: ReadonlyArray<{ readonly tonnes: number }>;
}

/** After the last page, the status is 404. */
const paging: Paging = { ...pageNumber(), endStatuses: [404] };

export default defineConnector({
  id: "harbour",
  name: "Harbour",
  version: "1.0.0",
  description: "Calls of ships",
  accounts: {
    customer: fields({
      title: "Address and token",
      fields: { address: url({ title: "Address" }), token: password({ title: "Token" }) },
      authorize: ({ headers }, account) => {
        headers["authorization"] = `Token token=${account.token.reveal()}`;
      },
    }),
  },
  http: { baseUrl: ({ address }) => `${address}/api`, rate: { requests: 6, seconds: 1 } },
  identify: async ({ http }) => ({
    name: (await http.get("port").json<{ port: { title: string } }>()).port.title,
  }),
  sources: (source) => ({
    calls: source({
      name: "Calls",
      filter: { flag: list({ title: "Flag", choices: ["NO", "PL", "PT"], optional: true }) },
      fields: {
        ref: id(),
        imo: text(),
        ship: text(),
        flag: text(),
        arrival: date(),
        berth: number(),
        depth: number(),
        tonnes: number(),
      },
      rows: ({ http, filter: { flag } }) =>
        http
          .pages<Call>("calls", { query: { flag }, items: "port.calls", paging, key: "ref", order: "stable" })
          .map((call) => ({
            ref: call.ref,
            imo: String(call.ship.imo),
            ship: call.ship.name,
            flag: call.ship.flag,
            arrival: call.arrival,
            berth: call.berth?.number,
            depth: call.berth === null ? null : call.berth.depth_dm / 10,
            tonnes: call.cargo.reduce((sum, { tonnes }) => sum + tonnes, 0),
          })),
    }),
  }),
});
