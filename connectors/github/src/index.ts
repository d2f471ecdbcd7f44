import { githubConnector } from "./github-connector.js";

export { type GithubConnectorOptions, githubConnector } from "./github-connector.js";

/** The connector of github.com, or of the GitHub at `GITHUB_API_URL`. */
export default githubConnector(
  process.env["GITHUB_API_URL"] === undefined ? {} : { baseUrl: process.env["GITHUB_API_URL"] },
);
