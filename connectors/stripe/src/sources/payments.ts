import { date, id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { majorUnits } from "../read/major-units.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";

/** Members of a payment that are read. */
export const paymentShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  amount: shape.number,
  amount_received: shape.number,
  currency: shape.text,
  status: shape.text,
  customer: reference,
  description: shape.text,
  latest_charge: reference,
  receipt_email: shape.text,
  canceled_at: shape.number,
  cancellation_reason: shape.text,
  last_payment_error: shape.object({ code: shape.text, message: shape.text }),
});

/**
 * Creates the source of payments (payment intents).
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/payment_intents/list
 */
export function payments<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Payments",
    description: "Payment intents, the newest first",
    filter: periodFields(),
    fields: {
      id: id(),
      created: date(),
      amount: number({ description: "In the currency's own unit" }),
      received: number({ description: "In the currency's own unit" }),
      currency: text(),
      status: text(),
      customer_id: text(),
      description: text(),
      charge_id: text({ description: "The latest attempt" }),
      email: text({ description: "Where the receipt goes" }),
      cancelled: date(),
      cancellation_reason: text(),
      failure: text({ description: "Code of what the last attempt failed with" }),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        created: instantOf(one.created),
        amount: majorUnits(one.amount, one.currency),
        received: majorUnits(one.amount_received, one.currency),
        currency: one.currency,
        status: one.status,
        customer_id: idOf(one.customer),
        description: one.description,
        charge_id: idOf(one.latest_charge),
        email: one.receipt_email,
        cancelled: instantOf(one.canceled_at),
        cancellation_reason: one.cancellation_reason,
        failure: one.last_payment_error?.code,
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "payment_intents",
  object: "payment_intent",
  shape: paymentShape,
};
