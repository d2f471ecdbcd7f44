import { Connector, IncompleteRowsError } from "@wellhead/client";

/** Adds up what the orders of the last three weeks are worth. */
export async function worthOfOrders(
  address: string,
  account: Readonly<Record<string, unknown>>,
): Promise<number> {
  const connector = new Connector(address);
  const orders = await connector.rows({
    source: "orders",
    account,
    filter: { ordered: "LAST 3 WEEKS" },
    onAccount: (changed) => {
      // Store it: the old refresh token may be void.
      Object.assign(account, changed);
    },
  });
  let worth = 0;
  try {
    for await (const batch of orders) for (const order of batch.rows()) worth += Number(order["amount"]);
  } catch (error) {
    // Never show a sum of some of the rows as if it were the sum of all.
    if (error instanceof IncompleteRowsError)
      throw new Error(`Rows are missing: ${error.message}`, { cause: error });
    throw error;
  }
  return worth;
}
