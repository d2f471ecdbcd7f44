export { allocatorSetting } from "@wellhead/engine-process";
export { bucketConnector } from "./bucket-connector.js";
export type { BucketConnectorOptions } from "./bucket-connector-options.js";
export type { FileEngine, FileQuery } from "./cluster/file-engine.js";
export { filesConnector } from "./files-connector.js";
export type { FilesConnectorOptions } from "./files-connector-options.js";
export { type InspectedFile, inspectFile } from "./inspect-file.js";
