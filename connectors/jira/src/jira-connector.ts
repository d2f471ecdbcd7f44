import {
  type AnyAccount,
  type Connector,
  defineConnector,
  fields,
  type Http,
  type Identity,
  inputInvalid,
  oauth2,
  password,
  type Secret,
  type ShapeValue,
  shape,
  text,
  url,
} from "@wellhead/sdk";
import { findFault } from "./find-fault.js";
import { attachments } from "./sources/attachments.js";
import { boards } from "./sources/boards.js";
import { changes } from "./sources/changes.js";
import { comments } from "./sources/comments.js";
import { issues } from "./sources/issues.js";
import { projects } from "./sources/projects.js";
import { sprints } from "./sources/sprints.js";
import { statuses } from "./sources/statuses.js";
import { users } from "./sources/users.js";
import { worklogs } from "./sources/worklogs.js";

/** Members of the token's user that are read. */
const personShape = shape.object({
  accountId: shape.required(shape.text),
  displayName: shape.text,
  emailAddress: shape.text,
});

/** Scopes that a sign-in requests. Those of boards and sprints are granular, because there are no others for them. */
const signInScopes = [
  "read:jira-work",
  "read:jira-user",
  "read:board-scope:jira-software",
  "read:sprint:jira-software",
  "read:project:jira",
  "offline_access",
];

const credentials = {
  email: text({ title: "Email address" }),
  token: password({
    title: "API token",
    description: "From id.atlassian.com, under Security",
  }),
};

/** Members of a site that a signed-in user gave access to that are read. */
const siteShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  url: shape.required(shape.text),
});

/** Options of {@link jiraConnector}. */
export interface JiraConnectorOptions {
  /** URL of Atlassian's gateway, which receives the requests of scoped tokens and sign-ins. Default: its own. */
  readonly gateway?: string;
  /** Address of the Jira that is read after a sign-in. Default: the only one that the user gives access to. */
  readonly site?: string;
  /**
   * Whether users may sign in with Atlassian as an alternative to pasting a token. It requires `ATLASSIAN_CLIENT_ID` and
   * `ATLASSIAN_CLIENT_SECRET`. Default: whether the first is set.
   */
  readonly signIn?: boolean;
}

/**
 * Creates the Jira connector.
 *
 * @param options - Where users sign in
 * @returns The connector
 */
export function jiraConnector(options: JiraConnectorOptions = {}): Connector {
  const { gateway = "https://api.atlassian.com", site: chosen } = options;
  const canSignIn = options.signIn ?? process.env["ATLASSIAN_CLIENT_ID"] !== undefined;
  const origin = gateway.replace(/\/$/, "");
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
      baseUrl: ({ site, cloud }: AnyAccount) => {
        if (typeof site === "string") return `${site.replace(/\/$/, "")}/rest`;
        return typeof cloud === "string" ? `${origin}/ex/jira/${encodeURIComponent(cloud)}/rest` : origin;
      },
      headers: { accept: "application/json" },
      fault: findFault,
    },
    accounts: accountKinds(canSignIn),
    identify: ({ http, account }) =>
      account.kind === "oauth2" ? identifySite(http, origin, chosen) : identifyPerson(http),
    sources: (source) => ({
      issues: issues(source),
      changes: changes(source),
      comments: comments(source),
      worklogs: worklogs(source),
      attachments: attachments(source),
      projects: projects(source),
      statuses: statuses(source),
      boards: boards(source),
      sprints: sprints(source),
      users: users(source),
    }),
  });
}

/** Returns how accounts are connected. Requests of scoped tokens and of sign-ins go to the gateway. */
function accountKinds(canSignIn: boolean) {
  return {
    ...(canSignIn && {
      oauth2: oauth2({
        preset: "atlassian",
        scopes: signInScopes,
        keep: ["cloud"],
        description: "Reads one Jira that you choose when you sign in",
      }),
    }),
    scoped: fields({
      title: "API token with scopes",
      fields: {
        cloud: text({
          title: "Cloud ID",
          description: "The value that your-company.atlassian.net/_edge/tenant_info shows",
        }),
        ...credentials,
      },
      authorize: ({ headers }, account) => {
        headers["authorization"] = basicOf(account);
      },
    }),
    token: fields({
      title: "API token",
      fields: {
        site: url({ title: "Address of your Jira", placeholder: "https://your-company.atlassian.net" }),
        ...credentials,
      },
      authorize: ({ headers }, account) => {
        headers["authorization"] = basicOf(account);
      },
    }),
  };
}

function basicOf({ email, token }: { readonly email: string; readonly token: Secret }): string {
  return `Basic ${Buffer.from(`${email.trim()}:${token.reveal()}`, "utf8").toString("base64")}`;
}

async function identifyPerson(http: Http): Promise<Identity> {
  const { accountId, displayName, emailAddress } = await http.get("api/3/myself").json(personShape);
  return { name: displayName || emailAddress || accountId };
}

/** Finds the Jira that a signed-in user gave access to, under the id by which the gateway knows it. */
async function identifySite(http: Http, gateway: string, chosen: string | undefined): Promise<Identity> {
  const sites = await http.get(`${gateway}/oauth/token/accessible-resources`).json(shape.list(siteShape));
  const { id, name, url: address } = onlySite(sites, chosen);
  return { name: name || address, members: { cloud: id } };
}

/** Returns the Jira that is read after a sign-in. A user may have given access to several, one after the other. */
function onlySite(
  sites: ReadonlyArray<ShapeValue<typeof siteShape>>,
  chosen: string | undefined,
): ShapeValue<typeof siteShape> {
  const isChosen = ({ url: address }: { readonly url: string }) =>
    chosen === undefined || new URL(address).host === new URL(chosen).host;
  const [site, ...others] = sites.filter((one) => isChosen(one));
  if (site === undefined)
    throw inputInvalid("Could not find a Jira: you gave access to none. Sign in again and choose one.");
  if (others.length > 0) {
    const names = [site, ...others].map(({ url: address }) => new URL(address).host);
    throw inputInvalid(
      `Could not choose a Jira: you gave access to ${names.join(", ")}. Remove the others under "Connected apps" of your Atlassian account, or ask the operator to name one.`,
    );
  }
  return site;
}
