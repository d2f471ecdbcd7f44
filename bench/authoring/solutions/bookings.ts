import { cursorInBody, date, dateRange, defineConnector, id, list, number, text, token } from "@wellhead/sdk";

interface Booking {
  readonly booking_id: string;
  readonly state: string;
  readonly guest: { readonly name: string; readonly email: string | null };
  readonly arrives: number;
  readonly nights: number;
  readonly total_cents: number;
}

function secondsOf(instant: string | undefined): number | undefined {
  return instant === undefined ? undefined : Math.floor(Date.parse(instant) / 1000);
}

/** The API excludes the end of an interval, and the maximum of a filter is included. */
function afterSecondOf(instant: string | undefined): number | undefined {
  const second = secondsOf(instant);
  return second === undefined ? undefined : second + 1;
}

export default defineConnector({
  id: "bookings",
  name: "Bookings",
  version: "1.0.0",
  description: "Bookings of a hotel",
  accounts: { key: token({ title: "API key", send: { header: "x-api-key" } }) },
  http: { baseUrl: "http://127.0.0.1:47002/api" },
  identify: async ({ http }) => ({ name: (await http.get("account").json<{ hotel: string }>()).hotel }),
  sources: (source) => ({
    bookings: source({
      name: "Bookings",
      filter: {
        state: list({ title: "State", choices: ["requested", "confirmed", "cancelled"], optional: true }),
        arrives: dateRange({ title: "Arrives", optional: true }),
      },
      fields: {
        id: id(),
        state: text(),
        guest: text(),
        email: text(),
        arrives: date(),
        nights: number(),
        total: number(),
      },
      rows: ({ http, filter: { state, arrives } }) =>
        http
          .pages<Booking>("bookings", {
            query: {
              state,
              arrives_from: secondsOf(arrives?.min),
              arrives_until: afterSecondOf(arrives?.max),
            },
            items: "bookings",
            paging: cursorInBody({ cursor: "next", size: { parameter: "limit", value: 50 } }),
            key: "booking_id",
            order: "stable",
          })
          .map((booking) => ({
            id: booking.booking_id,
            state: booking.state,
            guest: booking.guest.name,
            email: booking.guest.email,
            arrives: new Date(booking.arrives * 1000),
            nights: booking.nights,
            total: booking.total_cents / 100,
          })),
    }),
  }),
});
