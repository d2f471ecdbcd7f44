import { cursorAt, Refusal, readCursor, readJson } from "../stand-in.mjs";

// One address for everything, errors with status 200, a search by POST with its cursor in the body, amounts in smallest units, days since
// 1970, and a feed in which an item may be gone and come back.

const key = "depot-key-4711";
const day = 86_400_000;
const kinds = ["pallet", "crate", "drum"];
const labels = ["fragile", "cold", "heavy, very"];

function itemAt(index) {
  const touched = Date.UTC(2026, 1, 2, 23) + index * 1_020_000;
  return {
    sku: `D-${String(index).padStart(5, "0")}`,
    kind: kinds[index % 3],
    title: `Lamps ${index}`,
    place: index % 11 === 4 ? null : { hall: "ABC"[index % 3], row: index },
    price: { units: 100_000 + index * 5_300, digits: index % 4 === 3 ? 3 : 2 },
    stored: 20_485 + Math.floor(index / 20),
    labels: labels.filter((_, bit) => (index >> bit) % 2 === 1),
    touched: `${new Date(touched + 2 * 3_600_000).toISOString().slice(0, 19)}+02:00`,
  };
}

function rowOf({ sku, kind, title, place, price, stored, labels: own, touched }) {
  return {
    sku,
    kind,
    title,
    hall: place?.hall,
    row: place?.row,
    price: Number(`${price.units}e-${price.digits}`),
    stored: new Date(stored * day).toISOString().slice(0, 10),
    labels: own,
    touched: new Date(touched).toISOString(),
  };
}

function fail(code, message) {
  const refusal = new Refusal(200, message);
  refusal.answer.body = { error: { code, message } };
  return refusal;
}

function only(given, names) {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  if (!isObject || Object.keys(given).some((name) => !names.includes(name)))
    throw fail(-32_602, `Expected an object with ${names.join(", ") || "no members"}.`);
  return given;
}

function must(isRight, name) {
  if (!isRight) throw fail(-32_602, `The parameter "${name}" is not valid.`);
}

/** Returns a page of entries. Those that are hidden count, and are left out. */
function pageOf(entries, given = {}) {
  const { size = 10, after = null } = only(given, ["size", "after"]);
  must(Number.isInteger(size) && size >= 1 && size <= 25, "size");
  must(after === null || (typeof after === "string" && /^[\w-]+$/.test(after)), "after");
  const start = after === null ? 0 : readCursor(after);
  const end = start + size;
  const shown = entries.slice(start, end).filter(({ isForeign }) => !isForeign);
  return { shown, page: { after: end < entries.length ? cursorAt(end) : null } };
}

function search(items, params) {
  const { where = {}, page } = only(params, ["where", "page"]);
  const { kinds: chosen, stored = {} } = only(where, ["kinds", "stored"]);
  const { from = 0, to = 1e9 } = only(stored, ["from", "to"]);
  must(
    chosen === undefined || (Array.isArray(chosen) && chosen.every((kind) => kinds.includes(kind))),
    "kinds",
  );
  must(Number.isInteger(from) && Number.isInteger(to), "stored");
  const found = items.filter(
    (item) => (chosen === undefined || chosen.includes(item.kind)) && item.stored >= from && item.stored < to,
  );
  const { shown, page: next } = pageOf(found, page);
  return { items: shown, page: next };
}

function readFeed(feed, params) {
  const { since, page } = only(params, ["since", "page"]);
  must(typeof since === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(since), "since");
  const entries = feed.filter(({ at }) => Date.parse(at) >= Date.parse(since));
  const { shown, page: next } = pageOf(entries, page);
  return { entries: shown, page: next };
}

function create() {
  const items = Array.from({ length: 146 }, (_, index) => ({
    ...itemAt(index),
    // A page in the middle has only items of others.
    ...((index % 9 === 2 || (index >= 50 && index < 76)) && { isForeign: true }),
  }));
  const feed = [];
  const methods = {
    "depot.about": (params) => only(params, []) && { depot: "North depot", halls: 3 },
    "items.search": (params) => search(items, params),
    "items.feed": (params) => readFeed(feed, params),
  };

  function put(item, at) {
    const place = items.findIndex(({ sku }) => sku >= item.sku);
    const isThere = items[place]?.sku === item.sku;
    items.splice(place === -1 ? items.length : place, isThere ? 1 : 0, item);
    feed.push({ at, put: item });
  }

  function remove(sku, at) {
    items.splice(
      items.findIndex((item) => item.sku === sku),
      1,
    );
    feed.push({ at, gone: sku });
  }

  return {
    answer(request) {
      const { id, method, params = {}, ...others } = readJson(request);
      try {
        if (request.method !== "POST" || request.path !== "/rpc" || [...request.query].length > 0)
          return { status: 404, body: "There is only POST /rpc." };
        if (request.headers["x-depot-key"] !== key) throw fail(-32_001, "The key is not known.");
        only(others, ["jsonrpc"]);
        if (!Object.hasOwn(methods, method)) throw fail(-32_601, "There is no such method.");
        return { body: { id, result: methods[method](params) } };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { body: { id, ...error.answer.body } };
      }
    },
    rows: { items: () => items.filter(({ isForeign }) => !isForeign).map(rowOf) },
    change(now) {
      const at = (minutes) => `${new Date(now + minutes * 60_000).toISOString().slice(0, 19)}Z`;
      const changed = (index, title, minutes) => ({ ...itemAt(index), title, touched: at(minutes) });
      put(changed(3, "Changed", 0), at(0));
      put(changed(3, "Changed twice", 1), at(1));
      remove("D-00040", at(2));
      remove("D-00100", at(3));
      put(changed(100, "Back again", 4), at(4));
      put(changed(300, "New", 5), at(5));
      put(changed(301, "New, and gone", 6), at(6));
      remove("D-00301", at(7));
      for (let index = 4; index < 30; index += 1) if (index % 9 !== 2) put(changed(index, "Moved", 8), at(8));
    },
  };
}

export const depot = {
  name: "depot",
  port: 47010,
  document: "depot.md",
  accounts: { key: ["token"] },
  account: { auth: "key", token: key },
  wrong: { auth: "key", token: "depot-key-0000" },
  sources: {
    items: {
      columns: {
        sku: "id: the key",
        kind: "text",
        title: "text",
        hall: "text: of its place",
        row: "number: of its place",
        price: "number: in whole units, such as 105.3",
        stored: "date: the day",
        labels: "array[text]",
        touched: "date",
      },
      filters: {
        kinds: "multiList: several of the kinds",
        stored: "dateRange: the day it was stored",
      },
      changes: true,
      // The cursor counts items, so the list has to be read twice.
      maxRequests: 14,
      maxRequestsForChanges: 6,
    },
  },
  questions: [
    { source: "items", filter: { kinds: ["crate", "drum"] }, keeps: ({ kind }) => kind !== "pallet" },
    {
      source: "items",
      filter: { stored: { _min: "2026-02-03T00:00:00.000Z", _max: "2026-02-05T23:59:59.999Z" } },
      keeps: ({ stored }) => stored >= "2026-02-03" && stored <= "2026-02-05",
    },
  ],
  create,
};
