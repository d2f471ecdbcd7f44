export { allocatorSetting } from "@wellhead/engine-process";
export { type FilesConnectorOptions, filesConnector } from "./files-connector.js";
