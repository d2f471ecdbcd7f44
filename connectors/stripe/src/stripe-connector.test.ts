import { configureEgress } from "@wellhead/runtime";
import type { TestUpstream, UpstreamRequest } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { afterEach, describe, expect, it } from "vitest";
import { majorUnits } from "./read/major-units.js";
import { stripeConnector } from "./stripe-connector.js";
import { key, type StripeLists, type StripeObject, startStripe } from "./test/start-stripe.js";
import { start, stripeLists } from "./test/stripe-lists.js";

let upstream: TestUpstream;
let app: App;

afterEach(async () => {
  await app.close();
  await upstream.close();
});

async function serve(lists: (request: UpstreamRequest) => StripeLists) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  upstream = await startStripe(lists);
  app = await createApp({ connectors: [stripeConnector({ baseUrl: `${upstream.url}/v1` })], logger: false });
  const { url } = await app.listen({ port: 0 });
  return async (source: string, filter: object = {}) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source, filter, account: { auth: "token", token: key } }),
    });
    return { status: response.status, body: (await response.json()) as Array<Record<string, unknown>> };
  };
}

const hour = (number: number) => new Date((start + number * 3600) * 1000).toISOString();

describe("a list of Stripe", () => {
  it.each([0, 1, 99, 100, 101, 250])("of %i objects is read whole", async (count) => {
    const lists = stripeLists(count);
    const read = await serve(() => lists);
    const { status, body } = await read("charges");
    expect(status).toBe(200);
    expect(body.map(({ id }) => id)).toEqual((lists["charges"] ?? []).map(({ id }) => id));
  });

  it("is read whole while objects are added to it", async () => {
    let lists = stripeLists(250);
    const before = (lists["charges"] ?? []).map(({ id }) => id);
    let requests = 0;
    const read = await serve(() => {
      requests += 1;
      if (requests === 2) {
        const added = {
          ...lists["charges"]?.[0],
          id: "charge_new",
          created: start + 999 * 3600,
        } as StripeObject; // a charge with another id
        lists = { ...lists, charges: [added, ...(lists["charges"] ?? [])] };
      }
      return lists;
    });
    expect((await read("charges")).body.map(({ id }) => id)).toEqual(before);
  });

  it("is cut to a period by Stripe, both ends included", async () => {
    const read = await serve(() => stripeLists(10));
    const { body } = await read("charges", { created: { _min: hour(3), _max: hour(5) } });
    expect(body.map(({ created }) => created)).toEqual([hour(5), hour(4), hour(3)]);
    expect(upstream.requests).toHaveLength(1);
  });

  it("shows amounts in the currency's own unit", () => {
    expect(majorUnits(1999, "usd")).toBe(19.99);
    expect(majorUnits(500, "jpy")).toBe(500);
    expect(majorUnits(1234, "KWD")).toBe(1.234);
    expect(majorUnits(500, "isk")).toBe(5);
    expect(majorUnits(null, "usd")).toBeNull();
  });

  it("brings the fee and what is left of a charge", async () => {
    const charges = (stripeLists(1)["charges"] ?? []).map((charge) => ({
      ...charge,
      balance_transaction: { id: "txn_1", fee: 59, net: 1940, currency: "usd" },
    }));
    const read = await serve(() => ({ charges }));
    expect((await read("charges")).body[0]).toMatchObject({ amount: 19.99, fee: 0.59, net: 19.4 });
    expect(upstream.requests[0]?.url.searchParams.getAll("expand[]")).toEqual(["data.balance_transaction"]);
  });
});

it("has amounts below the smallest unit", async () => {
  const price = { id: "price_1", currency: "usd", unit_amount: null, unit_amount_decimal: "0.05" };
  const items = { has_more: false, data: [{ id: "si_1", created: start, price }] };
  const read = await serve(() => ({
    subscriptions: [{ id: "sub_1", object: "subscription", created: start, items }],
  }));
  expect((await read("subscription-items")).body).toMatchObject([{ amount: 0.0005 }]);
});

describe("the lines of an invoice", () => {
  const lines = Array.from({ length: 130 }, (_, index) => ({
    id: `il_${index}`,
    created: start,
    metadata: {},
  }));
  const lists = stripeLists(3);
  const invoices = (lists["invoices"] ?? []).map((one) =>
    one.id === "invoice_00002" ? { ...one, lines: { has_more: true, data: lines.slice(0, 10) } } : one,
  );

  it("are all read, also those that are not listed with it", async () => {
    const read = await serve(() => ({ ...lists, invoices, "invoices/invoice_00002/lines": lines }));
    const { body } = await read("invoice-lines");
    expect(body.map(({ id }) => id)).toEqual(["il_3", ...lines.map(({ id }) => id), "il_1"]);
    expect(body[0]).toMatchObject({
      invoice_id: "invoice_00003",
      unit_amount: 19.99,
      amount: 39.98,
      price_id: "price_1",
      metadata: '{"order":"6735"}',
    });
  });

  it("of a draft that is deleted meanwhile are skipped", async () => {
    const read = await serve(({ url }) => {
      if (url.pathname.endsWith("/lines")) return { ...lists, invoices: [] };
      return { ...lists, invoices };
    });
    const { body } = await read("invoice-lines");
    expect(body.map(({ id }) => id)).toEqual(["il_3", "il_1"]);
  });
});

describe("the items of a subscription", () => {
  it("are all read, also those that are not listed with it", async () => {
    const items = Array.from({ length: 130 }, (_, index) => ({
      id: `si_${index}`,
      created: start,
      subscription: "subscription_00002",
    }));
    const lists = stripeLists(3);
    const subscriptions = (lists["subscriptions"] ?? []).map((one) =>
      one.id === "subscription_00002" ? { ...one, items: { has_more: true, data: items.slice(0, 10) } } : one,
    );
    const read = await serve(() => ({ ...lists, subscriptions, subscription_items: items }));
    const { body } = await read("subscription-items");
    expect(body.map(({ id }) => id)).toEqual(["si_3", ...items.map(({ id }) => id), "si_1"]);
  });
});

describe("what has changed", () => {
  /** Returns events as Stripe lists them, the newest first. */
  function eventsOf(changes: ReadonlyArray<readonly [type: string, object: object, minutesAgo: number]>) {
    const now = Math.floor(Date.now() / 1000);
    return changes.map(([type, object, ago], index) => ({
      id: `evt_${index}`,
      type,
      created: now - ago * 60,
      data: { object },
    }));
  }

  const since = { changed: 1 };
  const customer = (id: string, name: string) => ({ object: "customer", id, name, created: start });

  it("is each object once, as its latest change left it, without what was deleted or is of another kind", async () => {
    const events = eventsOf([
      ["customer.updated", customer("cus_1", "Ada Lovelace"), 1],
      ["customer.deleted", customer("cus_2", "Bob"), 2],
      ["customer.subscription.updated", { object: "subscription", id: "sub_1" }, 3],
      ["customer.updated", customer("cus_1", "Ada"), 4],
      ["customer.updated", customer("cus_2", "Bob"), 5],
      ["customer.created", customer("cus_3", "Old"), 120],
    ]);
    const customers = [customer("cus_1", "Ada Lovelace"), customer("cus_3", "Old")];
    const read = await serve(() => ({ events, customers }));
    const { body } = await read("customers", since);
    expect(body.map(({ id, name }) => [id, name])).toEqual([["cus_1", "Ada Lovelace"]]);
  });

  it("is read in the version of all requests, not in that of the account's events", async () => {
    const [charge] = stripeLists(1)["charges"] ?? [];
    const old = { object: "charge", id: charge?.id, created: start };
    const read = await serve(() => ({
      events: eventsOf([["charge.updated", old, 1]]),
      charges: charge ? [charge] : [],
    }));
    expect((await read("charges", since)).body).toEqual((await read("charges")).body);
    const asked = upstream.requests.find(({ url }) => url.pathname.endsWith(`/charges/${charge?.id}`));
    expect(asked?.url.searchParams.getAll("expand[]")).toEqual(["balance_transaction"]);
    expect(asked?.headers["stripe-version"]).toBeDefined();
  });

  it("leaves out what was deleted after its last event", async () => {
    const events = eventsOf([
      ["customer.updated", customer("cus_1", "Ada"), 1],
      ["customer.updated", customer("cus_2", "Bob"), 2],
    ]);
    const customers = [{ object: "customer", id: "cus_2", deleted: true, created: start }];
    const read = await serve(() => ({ events, customers }));
    expect((await read("customers", since)).body).toEqual([]);
  });

  it("is each refund once, also where the account's events tell of its charge", async () => {
    const refund = (id: string, charge: string) => ({ object: "refund", id, charge, created: start });
    const events = eventsOf([
      ["charge.refunded", { object: "charge", id: "ch_1" }, 1],
      ["charge.refund.updated", { object: "refund", id: "re_1" }, 2],
      ["refund.created", { object: "refund", id: "re_3" }, 3],
      ["charge.updated", { object: "charge", id: "ch_3" }, 4],
    ]);
    const refunds = [
      refund("re_1", "ch_1"),
      refund("re_2", "ch_1"),
      refund("re_3", "ch_2"),
      refund("re_4", "ch_3"),
    ];
    const read = await serve(() => ({ events, refunds }));
    expect((await read("refunds", since)).body.map(({ id }) => id)).toEqual(["re_1", "re_2", "re_3"]);
  });

  it("keeps a subscription that was cancelled", async () => {
    const subscriptions = [{ object: "subscription", id: "sub_1", status: "canceled", created: start }];
    const events = eventsOf(subscriptions.map((one) => ["customer.subscription.deleted", one, 1] as const));
    const read = await serve(() => ({ events, subscriptions }));
    expect((await read("subscriptions", since)).body).toMatchObject([{ id: "sub_1", status: "canceled" }]);
  });
});

it("takes a key that may not read the account for a valid one", async () => {
  await serve(() => ({}));
  await app.close();
  await upstream.close();
  const { startUpstream } = await import("@wellhead/runtime/testing");
  const message =
    "The provided key 'rk_test_****1234' does not have the required permissions for this endpoint on account 'acct_1'. Having the 'rak_accounts_kyc_basic_read' permission would allow this request to continue.";
  upstream = await startUpstream(() => ({
    status: 403,
    body: { error: { type: "invalid_request_error", message } },
  }));
  app = await createApp({ connectors: [stripeConnector({ baseUrl: upstream.url })], logger: false });
  const { url } = await app.listen({ port: 0 });
  const ask = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
    return JSON.stringify(await response.json());
  };
  expect(await ask("/validate", { id: "token", fields: { token: key } })).toContain('"name":"Stripe"');
  const answer = await ask("/", { source: "charges", account: { auth: "token", token: key } });
  expect(answer).toContain("rak_accounts_kyc_basic_read");
  // The random id of the request may hold these digits.
  expect(answer.replace(/"requestId":"[^"]*"/, "")).not.toContain("1234");
});
