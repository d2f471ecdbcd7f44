import type { Connector } from "@wellhead/sdk";

/**
 * Tells a connector from other values, also one made by another copy of the SDK.
 *
 * @param value - Any value
 * @returns Whether `defineConnector` made it
 */
export function isConnector(value: unknown): value is Connector {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    typeof value.id === "string" &&
    "accounts" in value &&
    value.accounts instanceof Map &&
    "sources" in value &&
    typeof value.sources === "function"
  );
}
