export { type AirbyteOptions, airbyte } from "./airbyte/airbyte.js";
export { type BridgeKind, type LoadBridgeOptions, loadBridge } from "./file/bridge-file.js";
export { type SingerOptions, singer } from "./singer/singer.js";
export type { SingerCalls } from "./singer/singer-tool.js";
export type { BridgeOptions, ToolLimits } from "./tool/tool-options.js";
