import {
  bool,
  date,
  id,
  type MakeSource,
  number,
  type ShapeValue,
  type Source,
  shape,
  text,
  url,
} from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { majorUnits } from "../read/major-units.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";

/** Members of a charge that are read. */
export const chargeShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  amount: shape.number,
  amount_refunded: shape.number,
  currency: shape.text,
  status: shape.text,
  paid: shape.bool,
  refunded: shape.bool,
  disputed: shape.bool,
  customer: reference,
  payment_intent: reference,
  description: shape.text,
  failure_code: shape.text,
  failure_message: shape.text,
  receipt_url: shape.text,
  billing_details: shape.object({
    email: shape.text,
    name: shape.text,
    address: shape.object({ country: shape.text }),
  }),
  balance_transaction: shape.oneOf(
    shape.text,
    shape.object({
      id: shape.required(shape.text),
      fee: shape.number,
      net: shape.number,
      currency: shape.text,
    }),
  ),
});

/**
 * Creates the source of charges.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/charges/list
 */
export function charges<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Charges",
    description: "Attempts to take money, with their fees, the newest first",
    filter: periodFields(),
    fields: {
      id: id(),
      created: date(),
      amount: number({ description: "In the currency's own unit" }),
      refunded_amount: number({ description: "In the currency's own unit" }),
      currency: text(),
      status: text(),
      paid: bool(),
      refunded: bool({ description: "In full" }),
      disputed: bool(),
      customer_id: text(),
      payment_id: text(),
      description: text(),
      name: text({ description: "Of the payer" }),
      email: text({ description: "Of the payer" }),
      country: text({ description: "Of the payer's address, two letters" }),
      failure_code: text(),
      failure: text(),
      receipt: url(),
      fee: number({ description: "In the unit of the payout currency" }),
      net: number({ description: "In the unit of the payout currency" }),
      payout_currency: text(),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        created: instantOf(one.created),
        amount: majorUnits(one.amount, one.currency),
        refunded_amount: majorUnits(one.amount_refunded, one.currency),
        currency: one.currency,
        status: one.status,
        paid: one.paid,
        refunded: one.refunded,
        disputed: one.disputed,
        customer_id: idOf(one.customer),
        payment_id: idOf(one.payment_intent),
        description: one.description,
        name: one.billing_details?.name,
        email: one.billing_details?.email,
        country: one.billing_details?.address?.country,
        failure_code: one.failure_code,
        failure: one.failure_message,
        receipt: one.receipt_url,
        ...settled(one.balance_transaction),
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "charges",
  object: "charge",
  shape: chargeShape,
  expand: ["data.balance_transaction"],
};

/**
 * Returns the fee and the net amount of a charge. They are known only if the balance transaction was included as an
 * object.
 */
function settled(transaction: ShapeValue<typeof chargeShape>["balance_transaction"]) {
  if (typeof transaction !== "object" || transaction === null) return {};
  const { fee, net, currency } = transaction;
  return { fee: majorUnits(fee, currency), net: majorUnits(net, currency), payout_currency: currency };
}
