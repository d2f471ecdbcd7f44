import { createHmac } from "node:crypto";
import { Refusal, readJson, route } from "../stand-in.mjs";

// A session that is bought with a password, a search by POST, a total that stops counting at 100, and compact dates.

const login = { user: "front", password: "d3sk of the clinic" };
const lifetime = 900;
const maxCounted = 100;
const wards = ["A", "B", "intensive"];

function visitAt(index) {
  const at = new Date(Date.UTC(2026, 1, 2, 7) + index * 1_500_000).toISOString();
  return {
    visit: `V${1000 + index}`,
    ward: wards[(index * 5) % 3],
    at: at.replaceAll(/[-:]|\.\d+/g, ""),
    iso: at,
    patient: { initials: String.fromCodePoint(65 + (index % 26)), born: 1930 + (index % 80) },
    prescriptions: Array.from({ length: index % 3 }, (_, line) => ({
      drug: `Drug ${line}, ${index % 9} mg`,
      days: line + 1,
    })),
  };
}

const visits = Array.from({ length: 164 }, (_, index) => visitAt(index));

/** A session says when it ends, so that every stand-in of the process knows it. */
function sessionUntil(end) {
  return `${end}.${createHmac("sha256", login.password).update(String(end)).digest("base64url")}`;
}

function openSession(request) {
  const { user, password } = readJson(request);
  if (user !== login.user || password !== login.password)
    throw new Refusal(401, "User or password are not valid.");
  const end = Date.now() + lifetime * 1000;
  return { body: { session: { token: sessionUntil(end), seconds: lifetime } } };
}

function requireSession({ headers }) {
  const end = Number(headers["x-session"]?.split(".")[0]);
  if (headers["x-session"] !== sessionUntil(end) || end < Date.now())
    throw new Refusal(401, "There is no session.");
}

function search(request) {
  const { where = {}, offset = 0, size = 10, ...others } = readJson(request);
  const { ward, from = "", to = "99999999T999999Z", ...unknown } = where;
  const isKnown = Object.keys({ ...others, ...unknown }).length === 0;
  if (!isKnown || !(size >= 1 && size <= 30) || !(offset >= 0))
    throw new Refusal(400, "The search is not valid.");
  if (ward !== undefined && !wards.includes(ward)) throw new Refusal(400, "There is no such ward.");
  const found = visits.filter((one) => (ward ?? one.ward) === one.ward && one.at >= from && one.at <= to);
  const total = {
    value: Math.min(found.length, maxCounted),
    relation: found.length > maxCounted ? "gte" : "eq",
  };
  const hits = found.slice(offset, offset + size).map(({ iso: _iso, ...visit }) => visit);
  return { body: { total, hits } };
}

function create() {
  return {
    answer(request) {
      if (request.path === "/session" && request.method === "POST") return openSession(request);
      requireSession(request);
      return route(request, {
        "GET /session": () => ({ body: { clinic: { name: "St. Ada" } } }),
        "POST /visits/search": search,
      });
    },
    rows: {
      visits: () => visits.map(({ visit, ward, iso, patient }) => ({ visit, ward, at: iso, ...patient })),
      prescriptions: () =>
        visits.flatMap(({ visit, prescriptions }) =>
          prescriptions.map(({ drug, days }, index) => ({ id: `${visit}/${index}`, visit, drug, days })),
        ),
    },
  };
}

export const clinic = {
  name: "clinic",
  port: 47008,
  document: "clinic.har",
  accounts: { desk: ["user", "password"] },
  account: { auth: "desk", ...login },
  wrong: { auth: "desk", user: login.user, password: "another desk" },
  sources: {
    visits: {
      about:
        "`size` is at most 30, and the order never changes. A session ends after 15 minutes. `from` and `to` of a search are included.",
      columns: {
        visit: "id: the key",
        ward: "text",
        at: "date",
        initials: "text: of the patient",
        born: "number: year of birth",
      },
      filters: { ward: "list: A, B or intensive", at: "dateRange: when the patient came" },
      maxRequests: 14,
    },
    prescriptions: {
      about:
        "A row for each prescription of a visit. `id` is the visit, `/`, and the place of the prescription from 0, such as `V1002/0`.",
      columns: { id: "id: the key", visit: "text", drug: "text", days: "number" },
      maxRequests: 14,
    },
  },
  questions: [
    { source: "visits", filter: { ward: "intensive" }, keeps: ({ ward }) => ward === "intensive" },
    {
      source: "visits",
      filter: { at: { _min: "2026-02-02T08:15:00.000Z", _max: "2026-02-03T08:00:00.999Z" } },
      keeps: ({ at }) => at >= "2026-02-02T08:15:00.000Z" && at <= "2026-02-03T08:00:00.999Z",
    },
  ],
  create,
};
