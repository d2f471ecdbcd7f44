import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { describeMovingLists, type MovingItem, type MovingItems, readServed } from "@wellhead/test-support";
import { stripeConnector } from "../stripe-connector.js";
import { key, type StripeObject, startStripe } from "./start-stripe.js";

configureEgress({ allow: "127.0.0.1/32:*" });
skipWaits();

async function read(list: MovingItems) {
  const upstream = await startStripe(() => {
    const newestFirst = list.nextPage().toSorted((one, other) => other.created - one.created);
    return { customers: newestFirst.map((item) => customerOf(item)) };
  });
  try {
    const connector = stripeConnector({ baseUrl: `${upstream.url}/v1` });
    const account = { auth: "token", token: key };
    const idOf = ({ id }: Readonly<Record<string, unknown>>) => Number(String(id).slice(4));
    return await readServed(connector, { source: "customers", account, idOf });
  } finally {
    await upstream.close();
  }
}

function customerOf({ id, name, created }: MovingItem): StripeObject {
  return { id: `cus_${id}`, object: "customer", name, created: created / 1000 };
}

// The customer after which Stripe continues may be among those that are deleted, which ends the read with an error.
describeMovingLists({
  customers: { count: 350, whole: ["insert", "update", "reorder", "rename"], read: (list) => read(list) },
});
