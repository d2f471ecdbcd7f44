import type { AccountOptions } from "@wellhead/client";
import type { ConnectorCalls } from "../connectors/connector-calls.js";
import type { Workspace } from "../workspace/workspace.js";

/**
 * Returns the options with which a tool uses the account of a connector: it is validated first, and stored if it has
 * changed.
 *
 * @param connection - The connector
 * @param calls - The calls of the tool
 * @param workspace - Whether accounts are validated
 * @returns Options of a call
 */
export function accountOptions(
  connection: Awaited<ReturnType<ConnectorCalls["describe"]>>,
  calls: ConnectorCalls,
  { validates }: Pick<Workspace, "validates">,
): AccountOptions {
  const { account } = connection;
  return {
    account,
    validate: validates && account !== undefined,
    onAccount: (valid) => calls.keepAccount(connection, valid),
  };
}
