import { trelloConnector } from "./trello-connector.js";

export { type TrelloConnectorOptions, trelloConnector } from "./trello-connector.js";

/** The connector of trello.com. */
export default trelloConnector();
