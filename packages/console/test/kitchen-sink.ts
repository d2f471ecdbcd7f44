import { setTimeout as delay } from "node:timers/promises";
import * as sdk from "@wellhead/sdk";

const kinds = ["green", "black", "white", "oolong", "puer"];
const regions = ["Assam", "Fujian", "Uji", "Yunnan"];

/** Creates a row of the orders from its number, so that every run has the same rows. */
function order(index: number) {
  const day = new Date(Date.UTC(2025, 0, 1) + ((index * 7) % 500) * 86_400_000);
  return {
    id: index + 1,
    ordered: day.toISOString().slice(0, 10),
    kind: kinds[(index * index) % kinds.length],
    region: regions[index % regions.length],
    amount: Math.round((20 + ((index * 37) % 180) + Math.sin(index / 20) * 15) * 100) / 100,
    paid: index % 5 !== 0,
    note: index % 7 === 0 ? null : `Order ${index + 1}`,
    tags: index % 3 === 0 ? ["gift", "repeat"] : [],
  };
}

/** A connector with every type of field and of column. */
export const kitchenSink = sdk.defineConnector({
  id: "kitchen",
  name: "Kitchen sink",
  version: "1.2.3",
  description: "Every type of field there is, and orders of tea to look at",
  site: "https://example.org/tea",
  color: "#0f6b63",
  tags: ["demo", "tea"],
  accounts: {
    token: sdk.token({ title: "Access token", help: "https://example.org/tokens" }),
    basic: sdk.basic(),
    wide: sdk.fields({
      title: "Everything",
      fields: {
        server: sdk.url({ title: "Server", placeholder: "https://tea.example" }),
        region: sdk.list({ title: "Region", choices: regions, defaultValue: "Uji" }),
        retries: sdk.number({ title: "Retries", optional: true, defaultValue: 3 }),
        strict: sdk.bool({ title: "Strict", optional: true }),
        secret: sdk.password({ title: "Secret" }),
      },
    }),
  },
  identify: async ({ account }) => {
    if (account.kind === "token" && account.token.reveal() === "wrong-token") {
      throw sdk.accountInvalid("Could not sign in to Tea: the token was refused. Create a new one.", {
        field: "token",
      });
    }
    return { name: account.kind === "basic" ? account.user : `Ada (${account.kind})` };
  },
  sources: (source) => ({
    orders: source({
      name: "Orders",
      description: "Orders of tea, one row each",
      default: true,
      filter: {
        ordered: sdk.dateRange({
          title: "Ordered",
          optional: true,
          description: "When the order was placed",
        }),
        country: sdk.list({
          title: "Country",
          optional: true,
          options: () => ["China", "India", "Japan", "Nowhere", "Broken"],
        }),
        garden: sdk.list({
          title: "Garden",
          optional: true,
          requires: ["country"],
          options: async ({ dependsOn }) => gardens(dependsOn.country),
        }),
        kinds: sdk.multiDropdown({ title: "Kinds", optional: true, choices: kinds }),
        regions: sdk.multiList({ title: "Regions", optional: true, choices: regions }),
        amount: sdk.range({ title: "Amount", optional: true }),
        paid: sdk.bool({ title: "Paid only", optional: true }),
        since: sdk.date({ title: "Since", optional: true }),
        rows: sdk.number({ title: "Rows", optional: true, defaultValue: 500 }),
        query: sdk.highlightText({ title: "Query", editorMode: "sql", optional: true }),
        settings: sdk.highlightText({ title: "Settings", editorMode: "json", optional: true }),
        manual: sdk.link({ title: "Manual", address: "https://example.org/manual" }),
      },
      fields: {
        id: sdk.id(),
        ordered: sdk.date({ title: "Ordered" }),
        kind: sdk.text({ title: "Kind" }),
        region: sdk.text({ title: "Region" }),
        amount: sdk.number({ title: "Amount" }),
        paid: sdk.bool({ title: "Paid" }),
        note: sdk.text({ title: "Note" }),
        tags: sdk.arrayOf(sdk.text({ title: "Tags" })),
        weight: sdk.number({ title: "Weight" }),
      },
      validateFilter: async ({ filter }) => {
        if (filter.query?.includes("drop")) {
          throw sdk.inputInvalid('Could not check "Query": expected a query that only reads, got "drop".', {
            field: "query",
          });
        }
      },
      async *rows({ filter }) {
        const wanted = Array.from({ length: filter.rows ?? 500 }, (_, index) => order(index));
        const kept = wanted.filter(
          (row) =>
            filter.kinds === undefined ||
            filter.kinds.length === 0 ||
            filter.kinds.includes(String(row.kind)),
        );
        for (let from = 0; from < kept.length; from += 2_000) yield kept.slice(from, from + 2_000);
      },
    }),
    slow: source({
      name: "Slow",
      description: "A row now and then",
      async *rows({ signal }) {
        for (let index = 0; !signal.aborted; index += 1) {
          yield [order(index)];
          await delay(60, undefined, { signal }).catch(() => undefined);
        }
      },
    }),
    marked: source({
      name: "Marked",
      description: "Fails in the middle",
      async *rows() {
        yield Array.from({ length: 40 }, (_, index) => order(index));
        throw sdk.upstreamUnavailable("Tea stopped answering in the middle");
      },
    }),
    refused: source({
      name: "Refused",
      description: "Fails at once",
      rows: () => {
        throw sdk.rateLimited("The hourly limit of Tea is reached, try again in 30 s", { retryAfter: 30 });
      },
    }),
    nothing: source({ name: "Nothing", description: "No rows at all", rows: () => [] }),
  }),
});

async function gardens(country: string): Promise<sdk.LiveOptions> {
  await delay(20);
  if (country === "Broken") throw sdk.upstreamUnavailable("Tea cannot list the gardens now");
  if (country === "Nowhere") return [];
  return Array.from(
    { length: country === "China" ? 1_500 : 3 },
    (_, index) => `${country} garden ${index + 1}`,
  );
}
