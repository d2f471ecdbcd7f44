/** Address of the API that the recipes read. */
export const shop = process.env["SHOP_URL"] ?? "https://api.shop.example";

/**
 * Returns the members that every definition has.
 *
 * @param id - Id of the connector
 * @returns Its id, name, version and description
 */
export function about(id: string): Readonly<Record<"id" | "name" | "version" | "description", string>> {
  return { id, name: id, version: "1.0.0", description: "Orders of a shop" };
}

/** An order as the API returns it. */
export interface Order {
  readonly id: string;
  readonly total: number;
}
