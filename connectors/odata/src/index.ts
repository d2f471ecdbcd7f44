export { type ODataOptions, odataConnector } from "./odata-connector.js";
