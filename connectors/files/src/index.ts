export { allocatorSetting } from "@wellhead/engine-process";
export { type BucketConnectorOptions, bucketConnector } from "./connector/bucket-connector.js";
export { filesConnector } from "./connector/files-connector.js";
export type { FilesConnectorOptions } from "./connector/files-connector-options.js";
export type { FileEngine, FileQuery } from "./sources/cluster/file-engine.js";
export { type InspectedFile, inspectFile } from "./tables/inspect-file.js";
