import { createRequire } from "node:module";
import { dirname } from "node:path";
import { ProviderTypes } from "@wellhead/test-support/upstream";
import { describe, expect, it } from "vitest";
import { documentedArguments, documentedObjects, listArguments } from "./documented.js";

/** Declarations that Stripe generates from its OpenAPI document, by kind of the object. */
const declarations = [
  ["payment_intent", "PaymentIntents", "PaymentIntent", "payment_intents"],
  ["charge", "Charges", "Charge", "charges"],
  ["refund", "Refunds", "Refund", "refunds"],
  ["dispute", "Disputes", "Dispute", "disputes"],
  ["customer", "Customers", "Customer", "customers"],
  ["invoice", "Invoices", "Invoice", "invoices"],
  ["subscription", "Subscriptions", "Subscription", "subscriptions"],
  ["subscription_item", "SubscriptionItems", "SubscriptionItem", "subscription_items"],
  ["product", "Products", "Product", "products"],
  ["price", "Prices", "Price", "prices"],
  ["payout", "Payouts", "Payout", "payouts"],
  ["balance_transaction", "BalanceTransactions", "BalanceTransaction", "balance_transactions"],
  ["credit_note", "CreditNotes", "CreditNote", "credit_notes"],
  ["coupon", "Coupons", "Coupon", "coupons"],
  ["checkout.session", "Checkout/Sessions", "Session", "checkout/sessions"],
  ["event", "Events", "Event", "events"],
] as const;

const folder = dirname(createRequire(import.meta.url).resolve("stripe"));

function typesOf(file: string): ProviderTypes {
  return new ProviderTypes(`${folder}/resources/${file}.d.ts`);
}

/** Returns whether each member may be omitted or `null`, as declared; `undefined` for a member that does not exist. */
function declaredNulls(types: ProviderTypes, name: string, members: readonly string[]) {
  const declared = types.members(name === "Event" ? "EventBase" : name);
  return members.map((member) => {
    const found = declared.get(member);
    if (found === undefined) return [member, undefined];
    return [member, { missing: found.optional, null: types.read(found.type).kinds.has("null") }];
  });
}

function listedNulls(kind: string): ReadonlyArray<readonly [member: string, nulls: object]> {
  return Object.entries(documentedObjects[kind] ?? {}).map(([member, kinds]) => {
    const words = kinds.split(" ");
    return [member, { missing: words.includes("missing"), null: words.includes("null") }];
  });
}

// Members of the events of one type are declared elsewhere.
const ofEvents = ["type", "data"];

describe("the declarations of Stripe's library", () => {
  it.each([...declarations, ["line_item", "InvoiceLineItems", "InvoiceLineItem", ""] as const])(
    "have the members of %s that are listed, with their nulls",
    (kind, file, name) => {
      const listed = listedNulls(kind).filter(([member]) => kind !== "event" || !ofEvents.includes(member));
      const members = listed.map(([member]) => member);
      expect(members.length).toBeGreaterThan(3);
      expect(declaredNulls(typesOf(file), name, members)).toEqual(listed);
    },
  );

  it.each(declarations)("have the arguments of the list of %s", (_kind, file, name, list) => {
    const types = typesOf(file);
    const inherited = ["limit", "starting_after", "ending_before"];
    const known = [...types.members(`${name}ListParams`).keys(), ...inherited];
    const listed = [...(documentedArguments[list] ?? "").split(" "), ...listArguments];
    expect(listed.filter((argument) => !known.includes(argument))).toEqual([]);
  });
});
