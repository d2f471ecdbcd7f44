import { type Connector, checkOptions } from "@wellhead/sdk";
import { makeBridge } from "../connector/make-bridge.js";
import type { BridgeOptions } from "../tool/tool-options.js";
import { bridgeMembers } from "../tool/tool-options.js";
import { AirbyteTool } from "./airbyte-tool.js";

/** Options of {@link airbyte}. */
export type AirbyteOptions = BridgeOptions;

/**
 * Makes the connector of a source of Airbyte, which runs as a program on this machine.
 *
 * @param options - The program
 * @returns The connector; its account form comes from the specification of the source
 * @throws TypeError when an option is unknown
 * @throws ConnectorError when the program does not return its specification
 * @example
 * ```ts
 * export default await airbyte({ command: "python3", args: ["/opt/sources/faker.py"] });
 * ```
 */
export async function airbyte(options: AirbyteOptions): Promise<Connector> {
  checkOptions(options, { of: "airbyte", known: bridgeMembers });
  return makeBridge(options, {
    id: "airbyte",
    kind: "Airbyte source",
    logo: new URL("../../logo.svg", import.meta.url),
    makeTool: (runner) => new AirbyteTool(runner),
  });
}
