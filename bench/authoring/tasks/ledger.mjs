import {
  cursorAt,
  integer,
  oneOf,
  Refusal,
  readArguments,
  readCursor,
  requireHeader,
  route,
  textLike,
} from "../stand-in.mjs";

// The address of the next page in the body, items that stay in the list with a mark, amounts as texts, and an error that is sent with
// status 200.

const key = "ledger+key/7==";
const kinds = ["invoice", "credit", "payment"];
const instant = textLike(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/);

function entryAt(index) {
  const booked = Date.UTC(2025, 11, 20) + index * 43_200_000;
  return {
    uuid: `0000${index}`.slice(-4).padStart(8, "e"),
    kind: kinds[index % 3],
    amount: {
      value: `${index % 3 === 1 ? "-" : ""}${1000 + index * 7}.${String(index % 100).padStart(2, "0")}`,
      currency: "EUR",
    },
    booked_on: new Date(booked).toISOString().slice(0, 10),
    lines: Array.from({ length: index % 4 }, (_, line) => ({
      position: line + 1,
      text: `Line ${line + 1} of ${index}`,
      account: 4000 + line,
    })),
    modified_at: new Date(booked + 3_600_000).toISOString(),
    deleted: index % 19 === 4,
  };
}

function listEntries(request, entries) {
  const given = readArguments(request, {
    "page[cursor]": readCursor,
    "page[size]": integer(1, 25),
    kind: oneOf(kinds),
    "modified[gte]": instant,
  });
  const found = entries
    .filter(({ kind }) => (given.kind ?? kind) === kind)
    .filter(({ modified_at: at }) => Date.parse(at) >= Date.parse(given["modified[gte]"] ?? at))
    .toSorted((a, b) => a.modified_at.localeCompare(b.modified_at));
  const start = given["page[cursor]"] ?? 0;
  const end = start + (given["page[size]"] ?? 10);
  const next = new URLSearchParams(request.query);
  next.set("page[cursor]", cursorAt(end));
  const host = request.headers.host ?? "127.0.0.1:47006";
  return {
    body: {
      ok: true,
      entries: found.slice(start, end),
      links: { next: end < found.length ? `http://${host}${request.path}?${next}` : null },
    },
  };
}

function create() {
  const entries = Array.from({ length: 95 }, (_, index) => entryAt(index));

  return {
    answer(request) {
      try {
        requireHeader(request, "x-ledger-key", key);
        return route(request, {
          "GET /company": () => ({ body: { ok: true, company: { id: 4, name: "Ledger & Sons" } } }),
          "GET /entries": () => listEntries(request, entries),
        });
      } catch (error) {
        // The API never answers with another status.
        if (!(error instanceof Refusal)) throw error;
        const code = error.answer.status === 401 ? "invalid_key" : "invalid_request";
        return { status: 200, body: { ok: false, error: { code, message: error.message } } };
      }
    },
    rows: {
      entries: () =>
        entries
          .filter(({ deleted }) => !deleted)
          .map(({ uuid, kind, amount, booked_on: booked, modified_at: modified }) => ({
            uuid,
            kind,
            amount: Number(amount.value),
            currency: amount.currency,
            booked,
            modified,
          })),
      lines: () =>
        entries
          .filter(({ deleted }) => !deleted)
          .flatMap(({ uuid, lines }) =>
            lines.map(({ position, text, account }) => ({
              entry: uuid,
              position: String(position),
              text,
              account,
            })),
          ),
    },
    change(now) {
      const at = new Date(now).toISOString();
      Object.assign(entries[7], { kind: "payment", modified_at: at });
      Object.assign(entries[30], { deleted: true, modified_at: at });
      entries.push({ ...entryAt(200), modified_at: at });
    },
  };
}

export const ledger = {
  name: "ledger",
  port: 47006,
  document: "ledger.json",
  accounts: { key: ["token"] },
  account: { auth: "key", token: key },
  wrong: { auth: "key", token: "ledger+key/8==" },
  sources: {
    entries: {
      about: "Entries that are not deleted.",
      columns: {
        uuid: "id: the key",
        kind: "text",
        amount: "number",
        currency: "text",
        booked: "date",
        modified: "date",
      },
      filters: { kind: "list: invoice, credit or payment" },
      changes: true,
      maxRequests: 12,
      maxRequestsForChanges: 6,
    },
    lines: {
      about:
        "A row for each line of an entry that is not deleted. The key is `entry` and `position` together.",
      columns: {
        entry: "text: uuid of the entry",
        position: "text: number of the line in its entry, as text",
        text: "text",
        account: "number",
      },
      key: ["entry", "position"],
      maxRequests: 12,
    },
  },
  questions: [{ source: "entries", filter: { kind: "credit" }, keeps: ({ kind }) => kind === "credit" }],
  create,
};
