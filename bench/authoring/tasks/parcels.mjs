import { integer, oneOf, Refusal, readArguments, requireHeader, route, textLike } from "../stand-in.mjs";

// Pages by number with a total in a header. The API says that a page has up to 100 items, and sends at most 40.

const token = "parcel-token-4711";
const statuses = ["created", "in_transit", "delivered"];
const carriers = ["north-post", "swift", "van & sons"];
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const maxPageItems = 40;

function parcelAt(index) {
  const updated = Date.UTC(2026, 0, 5, 8) + index * 3_600_000;
  return {
    id: 1000 + index * 3,
    reference: `P-${index}${index % 11 === 0 ? ' "fragile", café' : ""}`,
    status: statuses[index % 3],
    carrier: carriers[index % 7 === 0 ? 2 : index % 2],
    weight_kg: index % 10 === 0 ? null : 0.25 + index / 8,
    recipient: { name: `Person ${index % 29}`, address: { city: index % 4 === 0 ? "Łódź" : "Bergen" } },
    sent_at: index % 5 === 0 ? null : `2026-01-05T${String(index % 24).padStart(2, "0")}:30:00+02:00`,
    updated_at: new Date(updated).toISOString(),
  };
}

function rowOf({ id, reference, status, carrier, weight_kg: weight, recipient, sent_at: sent, updated_at }) {
  const { name, address } = recipient;
  return {
    id,
    reference,
    status,
    carrier,
    weight,
    recipient: name,
    city: address.city,
    sent,
    updated: updated_at,
  };
}

function create() {
  let parcels = Array.from({ length: 173 }, (_, index) => parcelAt(index));
  const deleted = [];

  function listParcels(request) {
    const given = readArguments(request, {
      page: integer(1, 10_000),
      per_page: integer(1, 100),
      status: oneOf(statuses),
      carrier: oneOf(carriers),
      updated_since: textLike(instant),
    });
    const found = parcels.filter(
      ({ status, carrier, updated_at: updated }) =>
        (given.status ?? status) === status &&
        (given.carrier ?? carrier) === carrier &&
        (given.updated_since === undefined || Date.parse(updated) >= Date.parse(given.updated_since)),
    );
    const size = Math.min(given.per_page ?? 20, maxPageItems);
    const start = ((given.page ?? 1) - 1) * size;
    return {
      headers: { "x-total-count": String(found.length) },
      body: { data: found.slice(start, start + size) },
    };
  }

  function listDeleted(request) {
    const { since } = readArguments(request, { since: textLike(instant) });
    if (since === undefined) throw new Refusal(400, 'The argument "since" is missing.');
    return { body: { data: deleted.filter(({ deleted_at: at }) => Date.parse(at) >= Date.parse(since)) } };
  }

  return {
    answer(request) {
      requireHeader(request, "authorization", `Bearer ${token}`);
      return route(request, {
        "GET /v2/me": () => ({ body: { id: 7, company: "Ada & Co" } }),
        "GET /v2/carriers": () => ({ body: { data: carriers.map((code) => ({ code })) } }),
        "GET /v2/parcels": listParcels,
        "GET /v2/parcels/deleted": listDeleted,
      });
    },
    rows: { parcels: () => parcels.map(rowOf) },
    change(now) {
      const at = new Date(now).toISOString();
      deleted.push(...parcels.slice(20, 23).map(({ id }) => ({ id, deleted_at: at })));
      parcels = parcels.filter((_, index) => index < 20 || index >= 23);
      parcels[5] = { ...parcels[5], status: "delivered", weight_kg: 99.5, updated_at: at };
      parcels.push({ ...parcelAt(400), updated_at: at });
    },
  };
}

export const parcels = {
  name: "parcels",
  port: 47001,
  document: "parcels.yaml",
  accounts: { token: ["token"] },
  account: { auth: "token", token },
  wrong: { auth: "token", token: "another-token-4711" },
  sources: {
    parcels: {
      columns: {
        id: "id: the key",
        reference: "text",
        status: "text",
        carrier: "text",
        weight: "number: kilograms",
        recipient: "text: name of the recipient",
        city: "text: city of the recipient",
        sent: "date",
        updated: "date",
      },
      filters: {
        status: "list: the three statuses",
        carrier: "list: with the carriers of the API as options",
      },
      changes: true,
      maxRequests: 20,
      maxRequestsForChanges: 6,
    },
  },
  questions: [
    { source: "parcels", filter: { status: "in_transit" }, keeps: ({ status }) => status === "in_transit" },
    {
      source: "parcels",
      filter: { carrier: "van & sons" },
      keeps: ({ carrier }) => carrier === "van & sons",
    },
  ],
  options: [{ source: "parcels", field: "carrier", values: carriers }],
  create,
};
