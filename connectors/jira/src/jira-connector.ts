import { type Connector, defineConnector, fields, password, shape, text, url } from "@wellhead/sdk";
import { findFault } from "./find-fault.js";
import { changes } from "./sources/changes.js";
import { issues } from "./sources/issues.js";
import { projects } from "./sources/projects.js";
import { statuses } from "./sources/statuses.js";
import { worklogs } from "./sources/worklogs.js";

/** Members of the token's user that are read. */
const personShape = shape.object({
  accountId: shape.required(shape.text),
  displayName: shape.text,
  emailAddress: shape.text,
});

/**
 * Creates the Jira connector.
 *
 * @returns The connector
 */
export function jiraConnector(): Connector {
  return defineConnector({
    id: "jira",
    name: "Jira",
    version: "1.0.0",
    description: "Issues with their custom fields, changes, worklogs, projects and statuses",
    site: "https://www.atlassian.com/software/jira",
    tags: ["project management"],
    color: "#1868DB",
    logo: new URL("../logo.svg", import.meta.url),
    http: {
      baseUrl: ({ site }: { readonly site: string }) => `${site.replace(/\/$/, "")}/rest/api/3`,
      headers: { accept: "application/json" },
      fault: findFault,
    },
    accounts: {
      token: fields({
        title: "API token",
        fields: {
          site: url({ title: "Address of your Jira", placeholder: "https://your-company.atlassian.net" }),
          email: text({ title: "Email address" }),
          token: password({
            title: "API token",
            description: "From id.atlassian.com, under Security; one with read scopes is enough",
          }),
        },
        authorize: ({ headers }, { email, token }) => {
          const pair = `${email.trim()}:${token.reveal()}`;
          headers["authorization"] = `Basic ${Buffer.from(pair, "utf8").toString("base64")}`;
        },
      }),
    },
    identify: async ({ http }) => {
      const { accountId, displayName, emailAddress } = await http.get("myself").json(personShape);
      return { name: displayName || emailAddress || accountId };
    },
    sources: (source) => ({
      issues: issues(source),
      changes: changes(source),
      worklogs: worklogs(source),
      projects: projects(source),
      statuses: statuses(source),
    }),
  });
}
