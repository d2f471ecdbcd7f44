import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { type ShapeFacts } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { spoiltAnswers } from "@wellhead/test-support/upstream";
import { describe, expect, it } from "vitest";
import { transactionShape } from "../sources/balance-transactions.js";
import { chargeShape } from "../sources/charges.js";
import { sessionShape } from "../sources/checkout-sessions.js";
import { couponShape } from "../sources/coupons.js";
import { creditNoteShape } from "../sources/credit-notes.js";
import { customerShape } from "../sources/customers.js";
import { disputeShape } from "../sources/disputes.js";
import { eventShape } from "../sources/events.js";
import { lineShape } from "../sources/invoice-lines.js";
import { invoiceShape } from "../sources/invoices.js";
import { paymentShape } from "../sources/payments.js";
import { payoutShape } from "../sources/payouts.js";
import { priceShape } from "../sources/prices.js";
import { productShape } from "../sources/products.js";
import { refundShape } from "../sources/refunds.js";
import { itemShape } from "../sources/subscription-items.js";
import { subscriptionShape } from "../sources/subscriptions.js";
import { stripeConnector } from "../stripe-connector.js";
import { documentedObjects } from "./documented.js";
import { key, type StripeLists, startStripe } from "./start-stripe.js";
import { stripeLists } from "./stripe-lists.js";

const shapes = {
  payment_intent: paymentShape,
  charge: chargeShape,
  refund: refundShape,
  dispute: disputeShape,
  customer: customerShape,
  invoice: invoiceShape,
  subscription: subscriptionShape,
  subscription_item: itemShape,
  product: productShape,
  price: priceShape,
  payout: payoutShape,
  balance_transaction: transactionShape,
  line_item: lineShape,
  credit_note: creditNoteShape,
  coupon: couponShape,
  "checkout.session": sessionShape,
  event: eventShape,
} as const;

/** Returns the kinds of values that a shape reads. */
function kindsOf(facts: ShapeFacts): readonly string[] {
  if (facts.kind === "oneOf") return facts.choices.flatMap((choice) => kindsOf(choice));
  if (facts.kind === "record") return ["object"];
  if (facts.kind === "required") return kindsOf(facts.value);
  return facts.kind === "id" ? ["text", "number"] : [facts.kind];
}

describe("Stripe's own description", () => {
  it.each(Object.entries(shapes))(
    "has every member that is read of %s, with its kinds and nulls",
    (name, { facts }) => {
      const documented = documentedObjects[name] ?? {};
      const members = facts.kind === "object" ? Object.entries(facts.members) : [];
      const misfits = members.flatMap(([member, read]) => {
        const kinds = documented[member]?.split(" ");
        if (kinds === undefined) return [`${member} is not documented`];
        const values = kinds.filter((kind) => kind !== "null" && kind !== "missing");
        const unread = values.filter((kind) => !kindsOf(read).includes(kind));
        const isTooStrict = read.kind === "required" && values.length < kinds.length;
        return [
          ...unread.map((kind) => `${member} may be ${kind}`),
          ...(isTooStrict ? [`${member} may be empty`] : []),
        ];
      });
      expect(members.length).toBeGreaterThan(4);
      expect(misfits).toEqual([]);
    },
  );
});

async function serve(lists: () => StripeLists) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  skipWaits();
  const upstream = await startStripe(lists);
  const connector = stripeConnector({ baseUrl: `${upstream.url}/v1` });
  const app = await createApp({ connectors: [connector], logger: false });
  const { url } = await app.listen({ port: 0 });
  return {
    sources: (JSON.parse(await (await fetch(url)).text()) as { sources: Array<{ id: string }> }).sources.map(
      ({ id }) => id,
    ),
    read: async (source: string) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ source, account: { auth: "token", token: key }, filter: {} }),
      });
      return { status: response.status, text: await response.text() };
    },
    close: async () => {
      await app.close();
      await upstream.close();
    },
  };
}

/** Lists that are not named after their source. */
const listsOf: Readonly<Record<string, string>> = {
  payments: "payment_intents",
  "subscription-items": "subscriptions",
  "invoice-lines": "invoices",
  "checkout-sessions": "checkout/sessions",
};

/** Only every nth spoilt response is tried in `npm test`; `WELLHEAD_ANSWERS_EVERY=1` tries all. */
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? 41);

it("makes rows of objects with one member replaced or removed, or an error that is not ours", {
  timeout: 120_000 + 3_600_000 / every,
}, async () => {
  const whole = stripeLists(1);
  let lists: StripeLists = whole;
  const service = await serve(() => lists);
  const ours: string[] = [];
  try {
    for (const source of service.sources) {
      const path = listsOf[source] ?? source.replace("-", "_");
      expect(whole[path]?.length, path).toBeGreaterThan(0);
      lists = whole;
      expect(await service.read(source), source).toMatchObject({ status: 200 });
      for (const [index, { change, body }] of [...spoiltAnswers(whole[path])].entries()) {
        if (index % every > 0) continue;
        lists = { ...whole, [path]: body as StripeLists[string] }; // a list that Stripe would not send
        const { status, text } = await service.read(source);
        if (status === 500 || text.includes('"internal"')) ours.push(`${source}: ${change}`);
      }
    }
  } finally {
    await service.close();
  }
  expect(ours).toEqual([]);
});
