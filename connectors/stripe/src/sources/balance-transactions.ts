import { date, dateRange, id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { majorUnits } from "../read/major-units.js";
import { readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";

/** Members of a transaction that are read. */
export const transactionShape = shape.object({
  id: shape.required(shape.text),
  created: shape.number,
  available_on: shape.number,
  amount: shape.number,
  fee: shape.number,
  net: shape.number,
  currency: shape.text,
  exchange_rate: shape.number,
  type: shape.text,
  reporting_category: shape.text,
  status: shape.text,
  description: shape.text,
  source: reference,
});

/**
 * Creates the source of the transactions of the account's balance.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/balance_transactions/list
 */
export function balanceTransactions<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Balance transactions",
    description: "Everything that changed the account's balance, the newest first",
    filter: { created: dateRange({ title: "Created", optional: true }) },
    fields: {
      id: id(),
      created: date(),
      available: date(),
      amount: number({ description: "In the currency's own unit" }),
      fee: number(),
      net: number(),
      currency: text(),
      exchange_rate: number(),
      type: text(),
      category: text(),
      status: text(),
      description: text(),
      source_id: text({ description: "The charge, refund, payout and so on" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        created: instantOf(one.created),
        available: instantOf(one.available_on),
        amount: majorUnits(one.amount, one.currency),
        fee: majorUnits(one.fee, one.currency),
        net: majorUnits(one.net, one.currency),
        currency: one.currency,
        exchange_rate: one.exchange_rate,
        type: one.type,
        category: one.reporting_category,
        status: one.status,
        description: one.description,
        source_id: idOf(one.source),
      })),
  });
}

const list = {
  path: "balance_transactions",
  object: "balance_transaction",
  shape: transactionShape,
};
