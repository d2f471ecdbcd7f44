import { date, id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { majorUnits } from "../read/major-units.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";

/** Members of a credit note that are read. */
export const creditNoteShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  number: shape.text,
  status: shape.text,
  type: shape.text,
  reason: shape.text,
  memo: shape.text,
  invoice: reference,
  customer: reference,
  currency: shape.text,
  subtotal: shape.number,
  total: shape.number,
  effective_at: shape.number,
  voided_at: shape.number,
});

/**
 * Creates the source of credit notes.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/credit_notes/list
 */
export function creditNotes<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Credit notes",
    description: "The newest first",
    filter: periodFields(),
    fields: {
      id: id(),
      number: text(),
      created: date(),
      status: text(),
      type: text({ description: "Whether the invoice was paid before" }),
      reason: text(),
      memo: text(),
      invoice_id: text(),
      customer_id: text(),
      currency: text(),
      subtotal: number({ description: "In the currency's own unit" }),
      total: number(),
      effective: date(),
      voided: date(),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        number: one.number,
        created: instantOf(one.created),
        status: one.status,
        type: one.type,
        reason: one.reason,
        memo: one.memo,
        invoice_id: idOf(one.invoice),
        customer_id: idOf(one.customer),
        currency: one.currency,
        subtotal: majorUnits(one.subtotal, one.currency),
        total: majorUnits(one.total, one.currency),
        effective: instantOf(one.effective_at),
        voided: instantOf(one.voided_at),
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "credit_notes",
  object: "credit_note",
  shape: creditNoteShape,
};
