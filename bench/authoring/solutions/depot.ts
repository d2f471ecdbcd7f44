import {
  accountInvalid,
  arrayOf,
  cursorInBody,
  date,
  dateRange,
  defineConnector,
  type Http,
  id,
  multiList,
  number,
  text,
  token,
  upstreamInvalid,
} from "@wellhead/sdk";

interface Item {
  readonly sku: string;
  readonly kind: string;
  readonly title: string;
  readonly place: { readonly hall: string; readonly row: number } | null;
  readonly price: { readonly units: number; readonly digits: number };
  readonly stored: number;
  readonly labels: readonly string[];
  readonly touched: string;
}

interface Entry {
  readonly put?: Item;
  readonly gone?: string;
}

const day = 86_400_000;

/** The status is 200 in any case, so the error is in the body. */
function faultOf(body: unknown) {
  // The API documents these members.
  const { result, error } = (body ?? {}) as { result?: unknown; error?: { code?: number } };
  if (result !== undefined) return undefined;
  if (error?.code === -32_001)
    return accountInvalid("Could not sign in to the depot: the key is not known. Check the key.");
  return upstreamInvalid(
    "Could not read the depot: it refuses the request. Report this to the author of the connector.",
  );
}

function readList<Element>(
  http: Http,
  call: {
    readonly method: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly items: string;
  },
  key?: string,
) {
  const { method, params, items } = call;
  return http.pages<Element>("rpc", {
    json: { id: 1, method, params },
    items: `result.${items}`,
    paging: cursorInBody({
      cursor: "result.page.after",
      parameter: "params.page.after",
      size: { parameter: "params.page.size", value: 25 },
    }),
    // The cursor counts items, so those that appear or disappear may move others to another page.
    ...(key !== undefined && { key }),
  });
}

/** Reads what has happened to each item at last: it may be gone and come back. */
async function readFeed(http: Http, since: string | undefined): Promise<ReadonlyMap<string, Entry>> {
  const last = new Map<string, Entry>();
  const params = { since: `${since?.slice(0, 19)}Z` };
  for await (const entries of readList<Entry>(http, { method: "items.feed", params, items: "entries" }))
    for (const entry of entries) last.set(entry.gone ?? entry.put?.sku ?? "", entry);
  return last;
}

function dayOf(instant: string | undefined): number | undefined {
  return instant === undefined ? undefined : Math.floor(Date.parse(instant) / day);
}

/** The API excludes the end of an interval, and the maximum of a filter is included. */
function dayAfter(instant: string | undefined): number | undefined {
  const last = dayOf(instant);
  return last === undefined ? undefined : last + 1;
}

function rowOf({ sku, kind, title, place, price, stored, labels, touched }: Item) {
  return {
    sku,
    kind,
    title,
    hall: place?.hall,
    row: place?.row,
    price: Number(`${price.units}e-${price.digits}`),
    stored: new Date(stored * day).toISOString().slice(0, 10),
    labels,
    touched: new Date(touched),
  };
}

export default defineConnector({
  id: "depot",
  name: "Depot",
  version: "1.0.0",
  description: "Items of a depot",
  accounts: { key: token({ title: "Key", send: { header: "x-depot-key" } }) },
  http: { baseUrl: "http://127.0.0.1:47010", fault: ({ body }) => faultOf(body) },
  identify: async ({ http }) => {
    const json = { id: 1, method: "depot.about", params: {} };
    const { result } = await http.post("rpc", { json }).json<{ result: { depot: string } }>();
    return { name: result.depot };
  },
  sources: (source) => ({
    items: source({
      name: "Items",
      filter: {
        kinds: multiList({ title: "Kinds", choices: ["pallet", "crate", "drum"], optional: true }),
        stored: dateRange({ title: "Stored", optional: true }),
      },
      fields: {
        sku: id(),
        kind: text(),
        title: text(),
        hall: text(),
        row: number(),
        price: number(),
        stored: date(),
        labels: arrayOf(text()),
        touched: date(),
      },
      changes: { by: "touched" },
      async *rows({ http, filter: { kinds, stored }, since }) {
        if (since !== undefined) {
          const from = dayOf(stored?.min) ?? Number.NEGATIVE_INFINITY;
          const to = dayAfter(stored?.max) ?? Number.POSITIVE_INFINITY;
          const items = [...(await readFeed(http, since)).values()].flatMap(({ put }) => put ?? []);
          yield items
            .filter((item) => kinds === undefined || kinds.length === 0 || kinds.includes(item.kind))
            .filter((item) => item.stored >= from && item.stored < to)
            .map(rowOf);
          return;
        }
        const where = {
          kinds: kinds?.length === 0 ? undefined : kinds,
          stored: { from: dayOf(stored?.min), to: dayAfter(stored?.max) },
        };
        yield* readList<Item>(http, { method: "items.search", params: { where }, items: "items" }, "sku").map(
          rowOf,
        );
      },
      async *deleted({ http, since }) {
        for (const [sku, { gone }] of await readFeed(http, since)) if (gone !== undefined) yield [{ sku }];
      },
    }),
  }),
});
