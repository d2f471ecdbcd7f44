import { bool, date, id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { majorUnits } from "../read/major-units.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";

/** Members of a coupon that are read. */
export const couponShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  name: shape.text,
  valid: shape.bool,
  percent_off: shape.number,
  amount_off: shape.number,
  currency: shape.text,
  duration: shape.text,
  duration_in_months: shape.number,
  redeem_by: shape.number,
  max_redemptions: shape.number,
  times_redeemed: shape.number,
});

/**
 * Creates the source of coupons.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/coupons/list
 */
export function coupons<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Coupons",
    description: "The newest first",
    filter: periodFields(),
    fields: {
      id: id(),
      created: date(),
      name: text(),
      valid: bool({ description: "It can still be redeemed" }),
      percent_off: number(),
      amount_off: number({ description: "In the currency's own unit" }),
      currency: text(),
      duration: text({ description: "once, repeating or forever" }),
      months: number({ description: "For which a repeating one applies" }),
      redeem_by: date(),
      max_redemptions: number(),
      redemptions: number(),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        created: instantOf(one.created),
        name: one.name,
        valid: one.valid,
        percent_off: one.percent_off,
        amount_off: majorUnits(one.amount_off, one.currency),
        currency: one.currency,
        duration: one.duration,
        months: one.duration_in_months,
        redeem_by: instantOf(one.redeem_by),
        max_redemptions: one.max_redemptions,
        redemptions: one.times_redeemed,
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "coupons",
  object: "coupon",
  shape: couponShape,
};
