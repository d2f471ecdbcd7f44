import { type Connector, defineConnector, type Http, shape, token } from "@wellhead/sdk";
import { findFault, isPermissionMissing } from "./find-fault.js";
import { balanceTransactions } from "./sources/balance-transactions.js";
import { charges } from "./sources/charges.js";
import { checkoutSessions } from "./sources/checkout-sessions.js";
import { coupons } from "./sources/coupons.js";
import { creditNotes } from "./sources/credit-notes.js";
import { customers } from "./sources/customers.js";
import { disputes } from "./sources/disputes.js";
import { events } from "./sources/events.js";
import { invoiceLines } from "./sources/invoice-lines.js";
import { invoices } from "./sources/invoices.js";
import { payments } from "./sources/payments.js";
import { payouts } from "./sources/payouts.js";
import { prices } from "./sources/prices.js";
import { products } from "./sources/products.js";
import { refunds } from "./sources/refunds.js";
import { subscriptionItems } from "./sources/subscription-items.js";
import { subscriptions } from "./sources/subscriptions.js";

/** Version of the API in which responses are read, whatever the account's own version is. */
const apiVersion = "2025-09-30.clover";

/** Members of the key's business that are read. */
const accountShape = shape.object({
  id: shape.required(shape.text),
  email: shape.text,
  business_profile: shape.object({ name: shape.text }),
  settings: shape.object({ dashboard: shape.object({ display_name: shape.text }) }),
});

/** Options of {@link stripeConnector}. */
export interface StripeConnectorOptions {
  /** URL of the API. Default: `https://api.stripe.com/v1`. */
  readonly baseUrl?: string;
}

/**
 * Creates the Stripe connector.
 *
 * @param options - URL of the API
 * @returns The connector
 */
export function stripeConnector(options: StripeConnectorOptions = {}): Connector {
  return defineConnector({
    id: "stripe",
    name: "Stripe",
    version: "1.0.0",
    description: "Payments, invoices, subscriptions, customers and balances of your Stripe account",
    site: "https://stripe.com",
    tags: ["payments"],
    color: "#5F55E8",
    logo: new URL("../logo.svg", import.meta.url),
    http: {
      baseUrl: options.baseUrl ?? "https://api.stripe.com/v1",
      headers: { "stripe-version": apiVersion },
      // Limit of a sandbox. A live account allows four times as many requests.
      rate: { requests: 25, seconds: 1, reserve: 0.2 },
      fault: findFault,
    },
    accounts: {
      token: token({
        title: "Restricted API key",
        description: "With read permission for what is to be read; it starts with rk_live_ or rk_test_",
        help: "https://dashboard.stripe.com/apikeys",
      }),
    },
    identify: async ({ http }) => ({ name: await nameOf(http) }),
    sources: (source) => ({
      payments: payments(source),
      charges: charges(source),
      refunds: refunds(source),
      disputes: disputes(source),
      customers: customers(source),
      invoices: invoices(source),
      "invoice-lines": invoiceLines(source),
      "credit-notes": creditNotes(source),
      subscriptions: subscriptions(source),
      "subscription-items": subscriptionItems(source),
      products: products(source),
      prices: prices(source),
      coupons: coupons(source),
      "checkout-sessions": checkoutSessions(source),
      payouts: payouts(source),
      "balance-transactions": balanceTransactions(source),
      events: events(source),
    }),
  });
}

/** Returns the name of the business. A key without permission to read the account is valid, but has no name. */
async function nameOf(http: Http): Promise<string> {
  try {
    const { id, email, business_profile: profile, settings } = await http.get("account").json(accountShape);
    return settings?.dashboard?.display_name || profile?.name || email || id;
  } catch (error) {
    if (isPermissionMissing(error)) return "Stripe";
    throw error;
  }
}
