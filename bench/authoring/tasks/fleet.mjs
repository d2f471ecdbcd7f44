import { cursorAt, integer, Refusal, readArguments, readCursor, route, textLike } from "../stand-in.mjs";

// A key in the query, cursors in a header, options on several pages that depend on each other, and times with an offset.

const key = "fleet/key&7";
const depotCount = 23;

function depotAt(index) {
  return { code: `D${index}`, name: index === 4 ? "Łódź / East" : `Depot ${index}` };
}

function vehiclesOf(depot) {
  return Array.from({ length: 3 + (depot % 14) }, (_, index) => ({ plate: `${depot}-${index} X` }));
}

function tripsOf(depot) {
  return vehiclesOf(depot).flatMap(({ plate }, vehicle) =>
    Array.from({ length: (vehicle * 3 + depot) % 6 }, (_, index) => ({
      trip: `${depot}/${vehicle}/${index}`,
      vehicle: { plate },
      started: `2026-03-${String(1 + ((vehicle + index) % 28)).padStart(2, "0")}T0${index}:15:00-05:00`,
      metres: 900 + depot * 31 + vehicle * 7 + index,
      tags: index % 2 === 0 ? ["night", "long, slow"] : [],
    })),
  );
}

/** Answers with the items after a cursor, and with the cursor of the page after them. */
function page(items, { cursor = 0, limit = 5 }) {
  const end = cursor + limit;
  return {
    headers: end < items.length ? { "x-next-cursor": cursorAt(end) } : {},
    body: items.slice(cursor, end),
  };
}

const paged = { cursor: readCursor, limit: integer(1, 10), key: textLike(/./) };

function depotOf(code) {
  const depot = Array.from({ length: depotCount }, (_, index) => index).find(
    (one) => depotAt(one).code === code,
  );
  if (depot === undefined) throw new Refusal(404, "There is no such depot.");
  return depot;
}

function rowOf(depot, { trip, vehicle, started, metres, tags }) {
  return { trip, depot: `D${depot}`, vehicle: vehicle.plate, started, kilometres: metres / 1000, tags };
}

function create() {
  return {
    answer(request) {
      if (request.query.get("key") !== key) throw new Refusal(403, "The key is not valid.");
      return route(request, {
        "GET /owner": () => ({ body: { owner: "Fleet Ltd" } }),
        "GET /depots": () =>
          page(
            Array.from({ length: depotCount }, (_, index) => depotAt(index)),
            readArguments(request, paged),
          ),
        "GET /depots/*/vehicles": (_request, [code]) =>
          page(vehiclesOf(depotOf(code)), readArguments(request, paged)),
        "GET /depots/*/trips": (_request, [code]) => {
          const given = readArguments(request, { ...paged, plate: textLike(/./) });
          const trips = tripsOf(depotOf(code));
          return page(
            trips.filter(({ vehicle }) => (given.plate ?? vehicle.plate) === vehicle.plate),
            given,
          );
        },
      });
    },
    rows: { trips: ({ depot }) => tripsOf(depotOf(depot)).map((trip) => rowOf(depotOf(depot), trip)) },
  };
}

export const fleet = {
  name: "fleet",
  port: 47007,
  document: "fleet.json",
  accounts: { key: ["token"] },
  account: { auth: "key", token: key },
  wrong: { auth: "key", token: "fleet/key&8" },
  sources: {
    trips: {
      about:
        "The trips of a depot that the person chooses. The API returns items in the order of their creation.",
      columns: {
        trip: "id: the key",
        depot: "text: code of the depot",
        vehicle: "text: plate of the vehicle",
        started: "date",
        kilometres: "number",
        tags: "array[text]",
      },
      filters: {
        depot: "list: required; the codes of all depots as options",
        vehicle: "list: optional; the plates of the depot as options",
      },
      filter: { depot: "D13" },
      maxRequests: 10,
    },
  },
  questions: [
    { source: "trips", filter: { depot: "D4" }, keeps: () => true },
    {
      source: "trips",
      filter: { depot: "D13", vehicle: "13-5 X" },
      keeps: ({ vehicle }) => vehicle === "13-5 X",
    },
  ],
  options: [
    {
      source: "trips",
      field: "depot",
      values: Array.from({ length: depotCount }, (_, index) => depotAt(index).code),
    },
    {
      source: "trips",
      field: "vehicle",
      dependsOn: { depot: "D13" },
      values: vehiclesOf(13).map(({ plate }) => plate),
    },
  ],
  create,
};
