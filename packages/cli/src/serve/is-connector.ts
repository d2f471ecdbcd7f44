import type { Connector } from "@wellhead/sdk";

/**
 * Returns whether a value is a connector, even one created by another copy of the SDK.
 *
 * @param value - Any value
 * @returns Whether `defineConnector` created it
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
