import { ConnectorError, isConnectorError, type PinnedTarget, processEgress } from "@wellhead/sdk";
import type { Credentials } from "../account/credentials.js";

/**
 * Has the egress policy judge where a database is.
 *
 * @param credentials - Host and port
 * @param signal - Ends the wait for the resolver
 * @returns The addresses that may be dialled
 * @throws ConnectorError naming the field `host` when there is none
 */
export async function pinTarget(
  { host, address = host, port, socketPath }: Credentials,
  signal: AbortSignal,
): Promise<PinnedTarget> {
  // The operator chose it; the policy is for where callers may lead us.
  if (socketPath !== undefined) return { name: host, port, addresses: [] };
  try {
    return await processEgress().pin({ host: address, port, signal });
  } catch (error) {
    if (!isConnectorError(error)) throw error;
    throw new ConnectorError(error.code, error.message, { field: "host", cause: error.cause });
  }
}
