import { jiraConnector } from "./jira-connector.js";

export { type JiraConnectorOptions, jiraConnector } from "./jira-connector.js";

/** The connector of Jira Cloud. */
export default jiraConnector();
