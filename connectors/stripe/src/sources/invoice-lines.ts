import {
  bool,
  date,
  type Http,
  id,
  type MakeSource,
  MissingParents,
  number,
  type ShapeValue,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { afterLastId } from "../read/after-last-id.js";
import { instantOf } from "../read/instant-of.js";
import { majorUnits } from "../read/major-units.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";
import { unitAmount } from "../read/unit-amount.js";

/** Members of a line that are read. */
export const lineShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  description: shape.text,
  amount: shape.number,
  subtotal: shape.number,
  currency: shape.text,
  quantity: shape.number,
  discountable: shape.bool,
  period: shape.object({ start: shape.number, end: shape.number }),
  subscription: reference,
  pricing: shape.object({
    unit_amount_decimal: shape.text,
    price_details: shape.object({ price: reference, product: shape.text }),
  }),
});

/** Members of an invoice with its lines that are read. */
const linesShape = shape.object({
  id: shape.required(shape.text),
  created: shape.number,
  status: shape.text,
  customer: reference,
  lines: shape.object({ has_more: shape.bool, data: shape.list(lineShape) }),
});

/**
 * Creates the source of the lines of invoices.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/invoice-line-item
 */
export function invoiceLines<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Invoice lines",
    description: "What each invoice is for, the newest invoice first",
    filter: periodFields(),
    fields: {
      id: id(),
      invoice_id: text(),
      invoice_status: text(),
      invoice_created: date(),
      customer_id: text(),
      description: text(),
      quantity: number(),
      unit_amount: number({ description: "In the currency's own unit, as all amounts" }),
      subtotal: number({ description: "Before discounts and taxes" }),
      amount: number(),
      currency: text(),
      discountable: bool(),
      price_id: text(),
      product_id: text(),
      subscription_id: text(),
      period_start: date(),
      period_end: date(),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    async *rows({ http, log, filter }) {
      const missing = new MissingParents(log, "invoices");
      for await (const batch of readObjects(http, list, filter)) {
        for (const invoice of batch) {
          for await (const lines of missing.read(linesOf(http, invoice)))
            yield lines.map((line) => toRow(invoice, line));
        }
      }
      missing.end();
    },
  });
}

const list = {
  path: "invoices",
  object: "invoice",
  shape: linesShape,
};

/** Reads all lines of an invoice; Stripe includes only the first ones with the invoice. */
async function* linesOf(
  http: Http,
  { id: invoice, lines }: ShapeValue<typeof linesShape>,
): AsyncGenerator<ReadonlyArray<ShapeValue<typeof lineShape>>> {
  if (lines?.has_more !== true) {
    yield lines?.data ?? [];
    return;
  }
  yield* http.pages(`invoices/${encodeURIComponent(invoice)}/lines`, {
    shape: lineShape,
    items: "data",
    paging: afterLastId(),
    key: "id",
    order: "stable",
  });
}

function toRow(invoice: ShapeValue<typeof linesShape>, line: ShapeValue<typeof lineShape>) {
  const { pricing, currency } = line;
  return {
    id: line.id,
    invoice_id: invoice.id,
    invoice_status: invoice.status,
    invoice_created: instantOf(invoice.created),
    customer_id: idOf(invoice.customer),
    description: line.description,
    quantity: line.quantity,
    unit_amount: unitAmount({ unit_amount_decimal: pricing?.unit_amount_decimal, currency }),
    subtotal: majorUnits(line.subtotal, currency),
    amount: majorUnits(line.amount, currency),
    currency,
    discountable: line.discountable,
    price_id: idOf(pricing?.price_details?.price),
    product_id: pricing?.price_details?.product,
    subscription_id: idOf(line.subscription),
    period_start: instantOf(line.period?.start),
    period_end: instantOf(line.period?.end),
    metadata: metadataText(line.metadata),
  };
}
