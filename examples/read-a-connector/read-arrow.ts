import { Connector } from "@wellhead/client";
import { tableFromIPC } from "apache-arrow";

/** Adds up the amounts of all orders, by columns. */
export async function totalOfOrders(
  address: string,
  account: Readonly<Record<string, unknown>>,
): Promise<number> {
  // #region batches
  const connector = new Connector(address);
  const orders = await connector.arrow({ source: "orders", account });
  let total = 0;
  // Throws an IncompleteRowsError after the last batch if rows are missing.
  for await (const batch of orders) {
    const amounts = tableFromIPC(batch.toStream()).getChild("amount");
    for (const amount of amounts ?? []) total += Number(amount);
  }
  // #endregion batches
  return total;
}
