import { integer, oneOf, Refusal, readArguments, requireHeader, route } from "../stand-in.mjs";

// An address per customer, a status instead of an empty page after the last one, a limit that is announced in other headers, and days
// with a week.

const token = "hbr_9f27c1";
const flags = ["NO", "PL", "PT"];
const size = 15;

function callAt(index) {
  const day = new Date(Date.UTC(2026, 0, 1) + index * 86_400_000 * 1.5);
  return {
    ref: `C-${index}`,
    ship: {
      imo: 9_100_000 + (index % 37),
      name: index % 10 === 0 ? 'Bj\u00f8rn\'s "Pearl"' : `Ship ${index % 37}`,
      flag: flags[index % 3],
    },
    arrival: day.toISOString().slice(0, 10),
    berth: index % 6 === 0 ? null : { number: 1 + (index % 8), depth_dm: 80 + (index % 30) },
    cargo: Array.from({ length: index % 4 }, (_, line) => ({
      kind: line % 2 === 0 ? "grain" : "steel",
      tonnes: 100 * (line + 1) + index,
    })),
  };
}

const calls = Array.from({ length: 90 }, (_, index) => callAt(index));

/** Refuses the requests of a second after the first six, and says when the next second begins. */
function limitBySecond() {
  let second = 0;
  let sent = 0;
  return (now) => {
    const current = Math.floor(now / 1000);
    if (current !== second) [second, sent] = [current, 0];
    sent += 1;
    if (sent > 6)
      throw new Refusal(429, "Slow down.", {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(current + 2),
      });
  };
}

function listCalls(request) {
  const { page = 1, flag } = readArguments(request, { page: integer(1, 1000), flag: oneOf(flags) });
  const found = calls.filter(({ ship }) => (flag ?? ship.flag) === ship.flag);
  const items = found.slice((page - 1) * size, page * size);
  if (items.length === 0) throw new Refusal(404, "There is no such page.");
  return { body: { port: { calls: items } } };
}

function create() {
  const limit = limitBySecond();
  return {
    answer(request) {
      requireHeader(request, "authorization", `Token token=${token}`);
      limit(request.now);
      return route(request, {
        "GET /north/api/port": () => ({ body: { port: { title: "North Harbour" } } }),
        "GET /north/api/calls": listCalls,
      });
    },
    rows: {
      calls: () =>
        calls.map(({ ref, ship, arrival, berth, cargo }) => ({
          ref,
          imo: String(ship.imo),
          ship: ship.name,
          flag: ship.flag,
          arrival,
          berth: berth?.number,
          depth: berth === null ? null : berth.depth_dm / 10,
          tonnes: cargo.reduce((sum, { tonnes }) => sum + tonnes, 0),
        })),
    },
  };
}

export const harbour = {
  name: "harbour",
  port: 47009,
  document: "harbour.md",
  accounts: { customer: ["address", "token"] },
  account: { auth: "customer", address: "http://127.0.0.1:47009/north", token },
  wrong: { auth: "customer", address: "http://127.0.0.1:47009/north", token: "hbr_000000" },
  expectedStatuses: [404],
  sources: {
    calls: {
      about: "The field `address` of the account is the address of the customer, without `/api`.",
      columns: {
        ref: "id: the key",
        imo: "text: number of the ship, as text",
        ship: "text: name of the ship",
        flag: "text",
        arrival: "date",
        berth: "number: of the berth",
        depth: "number: of the berth, in metres",
        tonnes: "number: of all cargo together, 0 without any",
      },
      filters: { flag: "list: NO, PL or PT" },
      maxRequests: 18,
    },
  },
  questions: [{ source: "calls", filter: { flag: "PL" }, keeps: ({ flag }) => flag === "PL" }],
  create,
};
