import { notionConnector } from "./notion-connector.js";

export { type NotionConnectorOptions, notionConnector } from "./notion-connector.js";

/** The connector of notion.com. */
export default notionConnector();
