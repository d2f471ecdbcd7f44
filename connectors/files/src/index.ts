export { allocatorSetting } from "@wellhead/engine-process";
export { filesConnector } from "./files-connector.js";
export type { FilesConnectorOptions } from "./files-connector-options.js";
