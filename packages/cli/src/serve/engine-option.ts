import type { FilesConnectorOptions } from "@wellhead/files";
import { usageError } from "../command-line/command-error.js";
import { checkInstalled } from "../command-line/optional-package.js";

/**
 * Creates the engine that reads files instead of the embedded one.
 *
 * @param url - Connection string of ClickHouse servers; `undefined` when none is set
 * @returns The option of the files connector
 * @throws CommandError when the connection string is invalid, or the connector of ClickHouse is not installed
 */
export async function engineOption(url: string | undefined): Promise<Pick<FilesConnectorOptions, "engine">> {
  if (url === undefined) return {};
  checkInstalled(["@wellhead/clickhouse"]);
  const { clickhouseEngine } = await import("@wellhead/clickhouse");
  try {
    return { engine: clickhouseEngine({ connection: url }) };
  } catch (error) {
    if (error instanceof TypeError)
      throw usageError(`Could not use the engine. ${error.message}`, { cause: error });
    throw error;
  }
}
