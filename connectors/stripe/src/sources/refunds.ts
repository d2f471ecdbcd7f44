import { date, id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { majorUnits } from "../read/major-units.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";

/** Members of a refund that are read. */
export const refundShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  amount: shape.number,
  currency: shape.text,
  status: shape.text,
  reason: shape.text,
  charge: reference,
  payment_intent: reference,
  failure_reason: shape.text,
});

/**
 * Creates the source of refunds.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/refunds/list
 */
export function refunds<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Refunds",
    description: "Refunds to customers, the newest first",
    filter: periodFields(),
    fields: {
      id: id(),
      created: date(),
      amount: number({ description: "In the currency's own unit" }),
      currency: text(),
      status: text(),
      reason: text(),
      charge_id: text(),
      payment_id: text(),
      failure: text(),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        created: instantOf(one.created),
        amount: majorUnits(one.amount, one.currency),
        currency: one.currency,
        status: one.status,
        reason: one.reason,
        charge_id: idOf(one.charge),
        payment_id: idOf(one.payment_intent),
        failure: one.failure_reason,
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "refunds",
  object: "refund",
  parent: "charge",
  // Which of these an account has depends on its version of the API.
  events: ["refund.created", "refund.updated", "refund.failed", "charge.refunded", "charge.refund.updated"],
  shape: refundShape,
};
