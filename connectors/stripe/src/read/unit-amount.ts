import type { ExactNumber } from "@wellhead/sdk";
import { majorUnits } from "./major-units.js";

/** Members of a price that are read. */
export interface UnitPrice {
  readonly unit_amount?: ExactNumber | null | undefined;
  readonly unit_amount_decimal?: string | null | undefined;
  readonly currency?: string | null | undefined;
}

/**
 * Returns the amount per unit of a price. An amount with a fraction of the smallest unit, such as 0.05 cents, is available
 * only as decimal text.
 *
 * @param price - The price; `null` or `undefined` when there is none
 * @returns The amount in the currency's main unit; `null` when there is none
 * @see https://docs.stripe.com/api/prices/object#price_object-unit_amount_decimal
 */
export function unitAmount(price: UnitPrice | null | undefined): number | null {
  const { unit_amount: whole, unit_amount_decimal: exact, currency } = price ?? {};
  if (whole !== null && whole !== undefined) return majorUnits(whole, currency);
  if (exact === null || exact === undefined || exact === "" || !Number.isFinite(Number(exact))) return null;
  return majorUnits(Number(exact), currency);
}
