import {
  accountInvalid,
  date,
  defineConnector,
  type Http,
  id,
  list,
  nextUrlInBody,
  number,
  text,
  token,
  upstreamInvalid,
  upstreamUnavailable,
} from "@wellhead/sdk";

interface Entry {
  readonly uuid: string;
  readonly kind: string;
  readonly amount: { readonly value: string; readonly currency: string };
  readonly booked_on: string;
  readonly lines: ReadonlyArray<{
    readonly position: number;
    readonly text: string;
    readonly account: number;
  }>;
  readonly modified_at: string;
  readonly deleted: boolean;
}

/** Every response has the status 200, so the error is in the body. */
function faultOf(body: unknown) {
  // The API documents these members.
  const { ok, error } = (body ?? {}) as { ok?: boolean; error?: { code?: string } };
  if (ok === true) return undefined;
  if (error?.code === "invalid_key")
    return accountInvalid("Could not sign in to the ledger: the key is not valid. Check the key.");
  if (error?.code === "unavailable")
    return upstreamUnavailable("Could not read the ledger: it is busy. Try again in a few seconds.");
  return upstreamInvalid(
    "Could not read the ledger: it refuses the request. Report this to the author of the connector.",
  );
}

function readEntries(http: Http, query: Record<string, string | undefined>) {
  return http.pages<Entry>("entries", {
    query: { ...query, "page[size]": 25 },
    items: "entries",
    paging: nextUrlInBody({ next: "links.next" }),
    key: "uuid",
  });
}

export default defineConnector({
  id: "ledger",
  name: "Ledger",
  version: "1.0.0",
  description: "Entries of a ledger",
  accounts: { key: token({ title: "Key", send: { header: "x-ledger-key" } }) },
  http: { baseUrl: "http://127.0.0.1:47006", fault: ({ body }) => faultOf(body) },
  identify: async ({ http }) => ({
    name: (await http.get("company").json<{ company: { name: string } }>()).company.name,
  }),
  sources: (source) => ({
    entries: source({
      name: "Entries",
      filter: { kind: list({ title: "Kind", choices: ["invoice", "credit", "payment"], optional: true }) },
      fields: {
        uuid: id(),
        kind: text(),
        amount: number(),
        currency: text(),
        booked: date(),
        modified: date(),
      },
      changes: { by: "modified", lookback: "5 min" },
      rows: ({ http, filter: { kind }, since }) =>
        readEntries(http, { kind, "modified[gte]": since })
          .filter(({ deleted }) => !deleted)
          .map((entry) => ({
            uuid: entry.uuid,
            kind: entry.kind,
            amount: Number(entry.amount.value),
            currency: entry.amount.currency,
            booked: entry.booked_on,
            modified: entry.modified_at,
          })),
      deleted: ({ http, since }) =>
        readEntries(http, { "modified[gte]": since })
          .filter(({ deleted }) => deleted)
          .map(({ uuid }) => ({ uuid })),
    }),
    lines: source({
      name: "Lines",
      fields: { entry: text(), position: text(), text: text(), account: number() },
      key: ["entry", "position"],
      rows: ({ http }) =>
        readEntries(http, {})
          .filter(({ deleted }) => !deleted)
          .flatMap(({ uuid, lines }) =>
            lines.map((line) => ({
              entry: uuid,
              position: String(line.position),
              text: line.text,
              account: line.account,
            })),
          ),
    }),
  }),
});
