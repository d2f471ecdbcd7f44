import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { describeMovingLists, type MovingItem, type MovingItems, readServed } from "@wellhead/test-support";
import { stripeConnector } from "../stripe-connector.js";
import { key, type StripeObject, startStripe } from "./start-stripe.js";

configureEgress({ allow: "127.0.0.1/32:*" });
skipWaits();

async function read(list: MovingItems, source: string, path: string) {
  const upstream = await startStripe(() => {
    const newestFirst = list.nextPage().toSorted((one, other) => other.created - one.created);
    return { [path]: newestFirst.map((item) => objectOf(path, item)) };
  });
  try {
    const connector = stripeConnector({ baseUrl: `${upstream.url}/v1` });
    const account = { auth: "token", token: key };
    const idOf = ({ id }: Readonly<Record<string, unknown>>) => Number(String(id).slice(4));
    return await readServed(connector, { source, account, idOf });
  } finally {
    await upstream.close();
  }
}

function objectOf(path: string, { id, name, created }: MovingItem): StripeObject {
  const lines = { has_more: false, data: [{ id: `lin_${id}`, description: name }] };
  return { id: `obj_${id}`, name, created: created / 1000, ...(path === "invoices" && { lines }) };
}

const lists = {
  customers: "customers",
  "invoice-lines": "invoices",
  "checkout-sessions": "checkout/sessions",
  "credit-notes": "credit_notes",
  coupons: "coupons",
};

// The object after which Stripe continues may be among those that are deleted, which ends the read with an error.
describeMovingLists(
  Object.fromEntries(
    Object.entries(lists).map(([source, path]) => [
      source,
      {
        count: 350,
        whole: ["insert", "update", "reorder", "rename"] as const,
        read: (list: MovingItems) => read(list, source, path),
      },
    ]),
  ),
);
