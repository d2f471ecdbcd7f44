import { date, defineConnector, id, list, number, pageNumber, text, token } from "@wellhead/sdk";

interface Parcel {
  readonly id: number;
  readonly reference: string;
  readonly status: string;
  readonly carrier: string;
  readonly weight_kg: number | null;
  readonly recipient: { readonly name: string; readonly address: { readonly city: string } };
  readonly sent_at: string | null;
  readonly updated_at: string;
}

export default defineConnector({
  id: "parcels",
  name: "Parcels",
  version: "1.0.0",
  description: "Parcels of a company",
  accounts: { token: token() },
  http: { baseUrl: "http://127.0.0.1:47001/v2" },
  identify: async ({ http }) => ({ name: (await http.get("me").json<{ company: string }>()).company }),
  sources: (source) => ({
    parcels: source({
      name: "Parcels",
      filter: {
        status: list({ title: "Status", choices: ["created", "in_transit", "delivered"], optional: true }),
        carrier: list({
          title: "Carrier",
          options: ({ http }) =>
            http.pages<{ code: string }>("carriers", { items: "data" }).map(({ code }) => code),
          optional: true,
        }),
      },
      fields: {
        id: id(),
        reference: text(),
        status: text(),
        carrier: text(),
        weight: number(),
        recipient: text(),
        city: text(),
        sent: date(),
        updated: date(),
      },
      changes: { by: "updated" },
      rows: ({ http, filter: { status, carrier }, since }) =>
        http
          .pages<Parcel>("parcels", {
            query: { status, carrier, updated_since: since },
            items: "data",
            // The API sends fewer items than the size asks for, so only the total says where the list ends.
            paging: pageNumber({ size: { parameter: "per_page", value: 40 }, total: "header:X-Total-Count" }),
            key: "id",
          })
          .map((parcel) => ({
            id: String(parcel.id),
            reference: parcel.reference,
            status: parcel.status,
            carrier: parcel.carrier,
            weight: parcel.weight_kg,
            recipient: parcel.recipient.name,
            city: parcel.recipient.address.city,
            sent: parcel.sent_at,
            updated: parcel.updated_at,
          })),
      deleted: ({ http, since }) =>
        http
          .pages<{ id: number }>("parcels/deleted", { query: { since }, items: "data" })
          .map((parcel) => ({ id: String(parcel.id) })),
    }),
  }),
});
