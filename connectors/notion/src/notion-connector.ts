import { type Connector, defineConnector, oauth2, shape, token } from "@wellhead/sdk";
import { findFault } from "./find-fault.js";
import { comments } from "./sources/comments.js";
import { dataSources } from "./sources/data-sources.js";
import { pages } from "./sources/pages.js";
import { rows } from "./sources/rows.js";
import { users } from "./sources/users.js";

/** Version of the API in which responses are read: the first one with several data sources per database. */
const apiVersion = "2025-09-03";

/** Members of the token's integration that are read. */
const botShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  bot: shape.object({ workspace_name: shape.text }),
});

/** Options of {@link notionConnector}. */
export interface NotionConnectorOptions {
  /** URL of the API. Default: `https://api.notion.com/v1`. */
  readonly baseUrl?: string;
  /**
   * Whether users may sign in with Notion as an alternative to pasting a token. It requires `NOTION_CLIENT_ID` and
   * `NOTION_CLIENT_SECRET`. Default: whether the first is set.
   */
  readonly signIn?: boolean;
}

/**
 * Creates the Notion connector.
 *
 * @param options - URL of the API, and whether to offer sign-in
 * @returns The connector
 */
export function notionConnector(options: NotionConnectorOptions = {}): Connector {
  const canSignIn = options.signIn ?? process.env["NOTION_CLIENT_ID"] !== undefined;
  return defineConnector({
    id: "notion",
    name: "Notion",
    version: "1.0.0",
    description: "Rows of your databases, typed as their properties, and pages as Markdown",
    site: "https://www.notion.com",
    tags: ["tables", "documents"],
    color: "#37352F",
    logo: new URL("../logo.svg", import.meta.url),
    http: {
      baseUrl: options.baseUrl ?? "https://api.notion.com/v1",
      headers: { "notion-version": apiVersion },
      rate: { requests: 9, seconds: 3, reserve: 0.2 },
      fault: findFault,
    },
    accounts: {
      ...(canSignIn && {
        oauth: oauth2({ preset: "notion", description: "Reads the pages you choose when you sign in" }),
      }),
      token: token({
        title: "Integration secret",
        description: "Of an internal integration that may read content, connected to the pages to read",
        help: "https://www.notion.so/profile/integrations",
      }),
    },
    identify: async ({ http }) => {
      const { id, name, bot } = await http.get("users/me").json(botShape);
      return { name: bot?.workspace_name || name || id };
    },
    sources: (source) => ({
      rows: rows(source),
      pages: pages(source),
      comments: comments(source),
      "data-sources": dataSources(source),
      users: users(source),
    }),
  });
}
