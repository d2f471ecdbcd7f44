import { airtableConnector } from "./airtable-connector.js";

export { type AirtableConnectorOptions, airtableConnector } from "./airtable-connector.js";

/** The connector of airtable.com. */
export default airtableConnector();
