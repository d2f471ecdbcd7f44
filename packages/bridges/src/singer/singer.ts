import { type Connector, checkOptions } from "@wellhead/sdk";
import { makeBridge } from "../connector/make-bridge.js";
import type { BridgeOptions } from "../tool/tool-options.js";
import { bridgeMembers } from "../tool/tool-options.js";
import { type SingerCalls, SingerTool } from "./singer-tool.js";

/** Options of {@link singer}. */
export type SingerOptions = BridgeOptions & SingerCalls;

/** The names of all options. */
const singerMembers = { ...bridgeMembers, settings: true, catalog: true, discover: true } as const;

/**
 * Makes the connector of a Singer tap, which runs as a program on this machine.
 *
 * @param options - The tap
 * @returns The connector; its account form comes from `settings`, or from what `--about --format=json` prints
 * @throws TypeError when an option is unknown
 * @throws ConnectorError when the tap cannot be started
 * @example
 * ```ts
 * export default await singer({ command: "/opt/taps/tap-shop" });
 * ```
 */
export async function singer(options: SingerOptions): Promise<Connector> {
  checkOptions(options, { of: "singer", known: singerMembers });
  const { settings, catalog, discover, ...bridge } = options;
  const calls = {
    ...(settings !== undefined && { settings }),
    ...(catalog !== undefined && { catalog }),
    ...(discover !== undefined && { discover }),
  };
  return makeBridge(bridge, {
    id: "singer",
    kind: "Singer tap",
    logo: new URL("../../logo.svg", import.meta.url),
    makeTool: (runner) => new SingerTool(runner, calls, options.streams),
  });
}
