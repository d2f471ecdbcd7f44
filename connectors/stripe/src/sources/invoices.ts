import { date, id, type MakeSource, number, type Source, shape, text, url } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { majorUnits } from "../read/major-units.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";

/** Members of an invoice that are read. */
export const invoiceShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  number: shape.text,
  created: shape.number,
  status: shape.text,
  billing_reason: shape.text,
  customer: reference,
  customer_name: shape.text,
  customer_email: shape.text,
  currency: shape.text,
  subtotal: shape.number,
  total: shape.number,
  amount_due: shape.number,
  amount_paid: shape.number,
  amount_remaining: shape.number,
  due_date: shape.number,
  period_start: shape.number,
  period_end: shape.number,
  status_transitions: shape.object({ finalized_at: shape.number, paid_at: shape.number }),
  hosted_invoice_url: shape.text,
});

/**
 * Creates the source of invoices.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/invoices/list
 */
export function invoices<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Invoices",
    description: "The newest first",
    filter: periodFields(),
    fields: {
      id: id(),
      number: text(),
      created: date(),
      status: text(),
      reason: text({ description: "Why it was made" }),
      customer_id: text(),
      customer: text(),
      email: text(),
      currency: text(),
      subtotal: number({ description: "In the currency's own unit, as all amounts" }),
      total: number(),
      due: number(),
      paid: number(),
      remaining: number(),
      due_date: date(),
      finalized: date(),
      paid_at: date(),
      period_start: date(),
      period_end: date(),
      address: url(),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        number: one.number,
        created: instantOf(one.created),
        status: one.status,
        reason: one.billing_reason,
        customer_id: idOf(one.customer),
        customer: one.customer_name,
        email: one.customer_email,
        currency: one.currency,
        subtotal: majorUnits(one.subtotal, one.currency),
        total: majorUnits(one.total, one.currency),
        due: majorUnits(one.amount_due, one.currency),
        paid: majorUnits(one.amount_paid, one.currency),
        remaining: majorUnits(one.amount_remaining, one.currency),
        due_date: instantOf(one.due_date),
        finalized: instantOf(one.status_transitions?.finalized_at),
        paid_at: instantOf(one.status_transitions?.paid_at),
        period_start: instantOf(one.period_start),
        period_end: instantOf(one.period_end),
        address: one.hosted_invoice_url,
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "invoices",
  object: "invoice",
  shape: invoiceShape,
};
