import { date, id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { majorUnits } from "../read/major-units.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";

/** Members of a dispute that are read. */
export const disputeShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  amount: shape.number,
  currency: shape.text,
  status: shape.text,
  reason: shape.text,
  charge: reference,
  payment_intent: reference,
  evidence_details: shape.object({ due_by: shape.number, submission_count: shape.number }),
});

/**
 * Creates the source of disputes.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/disputes/list
 */
export function disputes<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Disputes",
    description: "Charges that a payer has questioned with their bank, the newest first",
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
      evidence_due: date(),
      submissions: number({ description: "How often evidence was sent" }),
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
        evidence_due: instantOf(one.evidence_details?.due_by),
        submissions: one.evidence_details?.submission_count,
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "disputes",
  object: "dispute",
  shape: disputeShape,
  events: "charge.dispute",
};
