import { bool, date, id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { majorUnits } from "../read/major-units.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";

/** Members of a payout that are read. */
export const payoutShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  arrival_date: shape.number,
  amount: shape.number,
  currency: shape.text,
  status: shape.text,
  method: shape.text,
  automatic: shape.bool,
  description: shape.text,
  failure_code: shape.text,
  failure_message: shape.text,
});

/**
 * Creates the source of payouts.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/payouts/list
 */
export function payouts<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Payouts",
    description: "Money sent to the bank account, the newest first",
    filter: periodFields(),
    fields: {
      id: id(),
      created: date(),
      arrival: date({ description: "When it arrives at the bank, or did" }),
      amount: number({ description: "In the currency's own unit" }),
      currency: text(),
      status: text(),
      method: text(),
      automatic: bool(),
      description: text(),
      failure_code: text(),
      failure: text(),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        created: instantOf(one.created),
        arrival: instantOf(one.arrival_date),
        amount: majorUnits(one.amount, one.currency),
        currency: one.currency,
        status: one.status,
        method: one.method,
        automatic: one.automatic,
        description: one.description,
        failure_code: one.failure_code,
        failure: one.failure_message,
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "payouts",
  object: "payout",
  shape: payoutShape,
};
