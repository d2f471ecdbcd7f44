import { documentedObjects } from "./documented.js";
import type { StripeLists, StripeObject } from "./start-stripe.js";

/** Kind of the objects of each list. */
const kindOfList: Readonly<Record<string, string>> = {
  payment_intents: "payment_intent",
  charges: "charge",
  refunds: "refund",
  disputes: "dispute",
  customers: "customer",
  invoices: "invoice",
  subscriptions: "subscription",
  products: "product",
  prices: "price",
  payouts: "payout",
  balance_transactions: "balance_transaction",
  coupons: "coupon",
  credit_notes: "credit_note",
  "checkout/sessions": "checkout.session",
};

/** Members that need a specific value. */
const special: Readonly<Record<string, unknown>> = {
  currency: "usd",
  url: "https://stripe.com/1",
  receipt_url: "https://stripe.com/1",
  hosted_invoice_url: "https://stripe.com/1",
  unit_amount_decimal: "1999",
  last_payment_error: { code: "card_declined" },
  billing_details: { name: "Ada", email: "ada@example.com", address: { country: "GB" } },
  metadata: { order: "6735" },
  balance_transaction: { id: "txn_1", fee: 59, net: 1940, currency: "usd" },
};

/** Seconds since 1970 of the oldest object, 2026-01-01; each newer one is an hour later. */
export const start = 1_767_225_600;

/**
 * Creates objects of every list with all members that are read, the newest first. For tests.
 *
 * @param count - Number of objects in each list
 * @returns The lists by path
 */
export function stripeLists(count = 3): StripeLists {
  const lists = Object.entries(kindOfList).map(([path, kind]) => [path, objectsOf(kind, count)] as const);
  // Only the newest object of each list has changed.
  const events = lists.flatMap(([, objects]) => objects.slice(0, 1).map((one) => eventOf(one)));
  return { ...Object.fromEntries(lists), events };
}

/** Prefix of the type of an object's events, if it is not the kind of the object. */
const eventPrefixes: Readonly<Record<string, string>> = {
  dispute: "charge.dispute",
  subscription: "customer.subscription",
};

function eventOf(changed: StripeObject): StripeObject {
  const kind = String(changed["object"]);
  return {
    id: `evt_${changed.id}`,
    object: "event",
    type: `${eventPrefixes[kind] ?? kind}.updated`,
    api_version: "2025-09-30.clover",
    // Stripe stores events for 30 days, so these are recent.
    created: Math.floor(Date.now() / 1000) - 60,
    data: { object: changed },
    request: { id: "req_1" },
  };
}

function objectsOf(kind: string, count: number): readonly StripeObject[] {
  const members = Object.entries(documentedObjects[kind] ?? {});
  return Array.from({ length: count }, (_, index) => {
    const number = count - index;
    const given: Readonly<Record<string, unknown>> = Object.fromEntries(
      members.map(([name, kinds]) => [name, special[name] ?? valueOf(kinds)]),
    );
    return {
      ...given,
      id: `${kind}_${String(number).padStart(5, "0")}`,
      object: kind,
      created: start + number * 3600,
      ...(kind === "invoice" && { lines: { has_more: false, data: [lineOf(number)] } }),
      ...(kind === "subscription" && { items: { has_more: false, data: [itemOf(number)] } }),
    };
  });
}

function lineOf(number: number): object {
  return {
    id: `il_${number}`,
    object: "line_item",
    description: "Wheels",
    amount: 3998,
    subtotal: 3998,
    currency: "usd",
    quantity: 2,
    discountable: true,
    period: { start, end: start + 86_400 },
    subscription: null,
    pricing: { unit_amount_decimal: "1999", price_details: { price: "price_1", product: "prod_1" } },
    metadata: { order: "6735" },
  };
}

function itemOf(number: number): object {
  return {
    id: `si_${number}`,
    created: start,
    quantity: 2,
    current_period_start: start,
    current_period_end: start + 86_400,
    price: {
      id: "price_1",
      product: "prod_1",
      unit_amount: 1999,
      currency: "usd",
      recurring: { interval: "month", interval_count: 1 },
    },
  };
}

function valueOf(kinds: string): unknown {
  if (kinds.includes("text")) return "text";
  if (kinds.includes("number")) return 1999;
  return kinds.includes("bool") ? true : {};
}
