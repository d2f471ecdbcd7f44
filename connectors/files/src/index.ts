export { type FilesConnectorOptions, filesConnector } from "./files-connector.js";
