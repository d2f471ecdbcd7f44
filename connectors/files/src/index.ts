export { allocatorSetting } from "./engine/allocator-setting.js";
export { type FilesConnectorOptions, filesConnector } from "./files-connector.js";
