/**
 * Shares what was served among tenants as max-min fairness does: nobody gets more than it asks for, and what that leaves is
 * shared equally among the others.
 *
 * @param {number[]} demands What each tenant asked for.
 * @param {number} served What all of them got.
 * @returns {number[]} The fair share of each.
 */
export function fairShares(demands, served) {
  let left = served;
  const shares = demands.map(() => 0);
  const order = demands
    .map((_demand, index) => index)
    .toSorted((one, other) => demands[one] - demands[other]);
  for (const [position, index] of order.entries()) {
    shares[index] = Math.min(demands[index], left / (order.length - position));
    left -= shares[index];
  }
  return shares;
}

/**
 * Jain's index of what tenants got, relative to their fair shares: 1 if everybody got its share, 1/n if one got everything.
 *
 * @param {{ asked: number, served: number }[]} tenants The tenants.
 * @returns {number} The index.
 * @see Jain, Chiu, Hawe: A Quantitative Measure of Fairness, DEC-TR-301
 */
export function jainIndex(tenants) {
  const all = tenants.reduce((sum, { served }) => sum + served, 0);
  const shares = fairShares(
    tenants.map(({ asked }) => asked),
    all,
  );
  const ratios = tenants.flatMap(({ served }, index) => (shares[index] > 0 ? [served / shares[index]] : []));
  const sum = ratios.reduce((total, ratio) => total + ratio, 0);
  const squares = ratios.reduce((total, ratio) => total + ratio ** 2, 0);
  return squares === 0 ? 0 : sum ** 2 / (ratios.length * squares);
}
