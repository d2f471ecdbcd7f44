import { githubConnector } from "./github-connector.js";

export { type GithubConnectorOptions, githubConnector } from "./github-connector.js";

/** The connector of github.com; `GITHUB_API_URL` names another one. */
export default githubConnector(
  process.env["GITHUB_API_URL"] === undefined ? {} : { baseUrl: process.env["GITHUB_API_URL"] },
);
