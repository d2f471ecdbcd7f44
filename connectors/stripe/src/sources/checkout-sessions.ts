import { date, id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { majorUnits } from "../read/major-units.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";

/** Members of a checkout session that are read. */
export const sessionShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  expires_at: shape.number,
  mode: shape.text,
  status: shape.text,
  payment_status: shape.text,
  currency: shape.text,
  amount_subtotal: shape.number,
  amount_total: shape.number,
  customer: reference,
  customer_details: shape.object({ name: shape.text, email: shape.text }),
  client_reference_id: shape.text,
  payment_intent: reference,
  payment_link: reference,
  subscription: reference,
  invoice: reference,
});

/**
 * Creates the source of checkout sessions.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/checkout/sessions/list
 */
export function checkoutSessions<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Checkout sessions",
    description: "Attempts to pay or subscribe on a page of Stripe's, the newest first",
    filter: periodFields(),
    fields: {
      id: id(),
      created: date(),
      expires: date(),
      mode: text({ description: "payment, setup or subscription" }),
      status: text(),
      payment_status: text(),
      currency: text(),
      subtotal: number({ description: "In the currency's own unit" }),
      total: number(),
      customer_id: text(),
      customer: text(),
      email: text(),
      reference: text({ description: "Of your own, such as a cart" }),
      payment_id: text(),
      payment_link_id: text(),
      subscription_id: text(),
      invoice_id: text(),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        created: instantOf(one.created),
        expires: instantOf(one.expires_at),
        mode: one.mode,
        status: one.status,
        payment_status: one.payment_status,
        currency: one.currency,
        subtotal: majorUnits(one.amount_subtotal, one.currency),
        total: majorUnits(one.amount_total, one.currency),
        customer_id: idOf(one.customer),
        customer: one.customer_details?.name,
        email: one.customer_details?.email,
        reference: one.client_reference_id,
        payment_id: idOf(one.payment_intent),
        payment_link_id: idOf(one.payment_link),
        subscription_id: idOf(one.subscription),
        invoice_id: idOf(one.invoice),
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "checkout/sessions",
  object: "checkout.session",
  shape: sessionShape,
};
