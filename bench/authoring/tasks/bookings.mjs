import { cursorAt, integer, oneOf, readArguments, readCursor, requireHeader, route } from "../stand-in.mjs";

// A cursor in the body, and pages without items before the last one. Dates are seconds since 1970.

const key = "bk-5d1f-key";
const states = ["requested", "confirmed", "cancelled"];
const seconds = integer(0, 4_000_000_000);

function bookingAt(index) {
  const arrives = Date.UTC(2026, 0, 1, 14) / 1000 + index * 21_600;
  return {
    booking_id: `b_${String(index).padStart(4, "0")}`,
    state: states[index % 3],
    guest: { name: `Guest ${index % 41}`, email: index % 6 === 0 ? null : `guest${index % 41}@mail.example` },
    arrives,
    nights: 1 + (index % 9),
    total_cents: 9_900 + index * 137,
  };
}

function rowOf({ booking_id: id, state, guest, arrives, nights, total_cents: cents }) {
  const { name: guestName, email } = guest;
  return {
    id,
    state,
    guest: guestName,
    email,
    arrives: new Date(arrives * 1000).toISOString(),
    nights,
    total: cents / 100,
  };
}

function create() {
  const bookings = Array.from({ length: 140 }, (_, index) => bookingAt(index));

  function listBookings(request) {
    const given = readArguments(request, {
      limit: integer(1, 50),
      cursor: readCursor,
      state: oneOf(states),
      arrives_from: seconds,
      arrives_until: seconds,
    });
    // The filter is applied to a page after it has been cut out, so a page may be empty although others follow.
    const start = given.cursor ?? 0;
    const end = start + (given.limit ?? 20);
    const page = bookings
      .slice(start, end)
      .filter(
        ({ state, arrives }) =>
          (given.state ?? state) === state &&
          arrives >= (given.arrives_from ?? 0) &&
          arrives < (given.arrives_until ?? Number.POSITIVE_INFINITY),
      );
    return { body: { bookings: page, next: end < bookings.length ? cursorAt(end) : null } };
  }

  return {
    answer(request) {
      requireHeader(request, "x-api-key", key);
      return route(request, {
        "GET /api/account": () => ({ body: { hotel: "The Grand Ada", rooms: 12 } }),
        "GET /api/bookings": listBookings,
      });
    },
    rows: { bookings: () => bookings.map(rowOf) },
  };
}

export const bookings = {
  name: "bookings",
  port: 47002,
  document: "bookings.har",
  accounts: { key: ["token"] },
  account: { auth: "key", token: key },
  wrong: { auth: "key", token: "bk-0000-key" },
  sources: {
    bookings: {
      about:
        "The API ends an interval before `arrives_until`, and includes `arrives_from`. `limit` is at most 50. The order never changes: new bookings come last.",
      columns: {
        id: "id: the key",
        state: "text",
        guest: "text: name of the guest",
        email: "text: address of the guest",
        arrives: "date",
        nights: "number",
        total: "number: in euros, such as 99.5",
      },
      filters: {
        state: "list: requested, confirmed or cancelled",
        arrives: "dateRange: when the guest arrives",
      },
      maxRequests: 10,
    },
  },
  questions: [
    { source: "bookings", filter: { state: "cancelled" }, keeps: ({ state }) => state === "cancelled" },
    {
      source: "bookings",
      filter: { arrives: { _min: "2026-01-20T14:00:00.000Z", _max: "2026-01-31T20:00:00.000Z" } },
      keeps: ({ arrives }) => arrives >= "2026-01-20T14:00:00.000Z" && arrives <= "2026-01-31T20:00:00.000Z",
    },
  ],
  create,
};
