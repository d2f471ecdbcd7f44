import { bool, date, id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";
import { unitAmount } from "../read/unit-amount.js";

/** Members of a price that are read. */
export const priceShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  product: reference,
  nickname: shape.text,
  lookup_key: shape.text,
  active: shape.bool,
  currency: shape.text,
  unit_amount_decimal: shape.text,
  unit_amount: shape.number,
  type: shape.text,
  billing_scheme: shape.text,
  recurring: shape.object({ interval: shape.text, interval_count: shape.number, usage_type: shape.text }),
});

/**
 * Creates the source of prices.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/prices/list
 */
export function prices<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Prices",
    description: "The newest first",
    filter: periodFields(),
    fields: {
      id: id(),
      created: date(),
      product_id: text(),
      nickname: text(),
      key: text({ description: "Name by which the business looks it up" }),
      active: bool(),
      currency: text(),
      amount: number({ description: "Per unit, in the currency's own unit; empty for tiers" }),
      type: text(),
      scheme: text(),
      interval: text(),
      interval_count: number(),
      usage: text(),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        created: instantOf(one.created),
        product_id: idOf(one.product),
        nickname: one.nickname,
        key: one.lookup_key,
        active: one.active,
        currency: one.currency,
        amount: unitAmount(one),
        type: one.type,
        scheme: one.billing_scheme,
        interval: one.recurring?.interval,
        interval_count: one.recurring?.interval_count,
        usage: one.recurring?.usage_type,
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "prices",
  object: "price",
  shape: priceShape,
};
