import type { ExactNumber } from "@wellhead/sdk";

/** Currencies whose amounts Stripe writes in whole units. */
const zeroDecimal = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
/** Currencies whose amounts Stripe writes in thousandths. */
const threeDecimal = new Set("bhd jod kwd omr tnd".split(" "));

/**
 * Converts the whole number that Stripe writes to an amount of money: 1999 in `usd` is 19.99, 500 in `jpy` is 500.
 *
 * @param amount - In the currency's smallest unit; `null` or `undefined` when there is none
 * @param currency - Three-letter code
 * @returns The amount in the currency's main unit; `null` when there is none
 * @see https://docs.stripe.com/currencies#minor-units
 */
export function majorUnits(
  amount: ExactNumber | null | undefined,
  currency: string | null | undefined,
): number | null {
  if (amount === null || amount === undefined) return null;
  const code = (currency ?? "").toLowerCase();
  if (zeroDecimal.has(code)) return Number(amount);
  return Number(amount) / (threeDecimal.has(code) ? 1000 : 100);
}
