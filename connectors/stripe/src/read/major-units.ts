import type { ExactNumber } from "@wellhead/sdk";

/** Currencies whose amounts Stripe writes whole. */
const zeroDecimal = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
/** Currencies whose amounts Stripe writes in thousandths. */
const threeDecimal = new Set("bhd jod kwd omr tnd".split(" "));

/**
 * Makes an amount of money of the whole number that Stripe writes: 1999 of `usd` is 19.99, 500 of `jpy` is 500.
 *
 * @param amount - In the currency's smallest unit; absent for none
 * @param currency - Three letters
 * @returns The amount in the currency's own unit; empty for none
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
