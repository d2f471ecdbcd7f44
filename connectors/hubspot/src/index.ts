import { hubspotConnector } from "./hubspot-connector.js";

export { type HubspotConnectorOptions, hubspotConnector } from "./hubspot-connector.js";

/** The connector of hubspot.com. */
export default hubspotConnector();
