import {
  type AccountKind,
  type Connector,
  defineConnector,
  type Field,
  fields,
  link,
  type OAuth1Form,
  oauth1,
  password,
  type Secret,
  shape,
  text,
} from "@wellhead/sdk";
import { findFault } from "./find-fault.js";
import { actions } from "./sources/actions.js";
import { attachments } from "./sources/attachments.js";
import { boards } from "./sources/boards.js";
import { cards } from "./sources/cards.js";
import { checklistItems } from "./sources/checklist-items.js";
import { customFields } from "./sources/custom-fields.js";
import { labels } from "./sources/labels.js";
import { lists } from "./sources/lists.js";
import { members } from "./sources/members.js";

/** Members of the token's user that are read. */
const memberShape = shape.object({ fullName: shape.text, username: shape.required(shape.text) });

/** Options of {@link trelloConnector}. */
export interface TrelloConnectorOptions {
  /** URL of the API. Default: `https://api.trello.com/1`. */
  readonly baseUrl?: string;
  /** URL of the web site, where users sign in. Default: `https://trello.com`. */
  readonly site?: string;
  /**
   * Whether users may sign in with Trello as an alternative to pasting a key and a token. It requires
   * `TRELLO_CLIENT_ID` and `TRELLO_CLIENT_SECRET`. Default: whether the first is set.
   */
  readonly signIn?: boolean;
  /** Name of the application that Trello shows to users who sign in. Default: `Wellhead`. */
  readonly application?: string;
}

/**
 * Creates the Trello connector.
 *
 * @param options - The Trello instance and how to sign in
 * @returns The connector
 */
export function trelloConnector(options: TrelloConnectorOptions = {}): Connector {
  const {
    baseUrl = "https://api.trello.com/1",
    site = "https://trello.com",
    application = "Wellhead",
  } = options;
  const canSignIn = options.signIn ?? process.env["TRELLO_CLIENT_ID"] !== undefined;
  return defineConnector({
    id: "trello",
    name: "Trello",
    version: "1.0.0",
    description:
      "Cards, actions, lists, boards, checklist items, attachments, custom fields, labels and members",
    site: "https://trello.com",
    tags: ["project management"],
    color: "#1558BC",
    logo: new URL("../logo.svg", import.meta.url),
    http: {
      baseUrl,
      // Limit per token. The limit of a key is three times as high and shared by all its tokens.
      rate: { requests: 100, seconds: 10 },
      fault: findFault,
    },
    accounts: { ...(canSignIn && { oauth: signIn(site, application) }), token: keyAndToken() },
    identify: async ({ http }) => {
      const member = await http
        .get("members/me", { query: { fields: "fullName,username" } })
        .json(memberShape);
      return { name: member.fullName || member.username };
    },
    sources: (source) => ({
      cards: cards(source),
      actions: actions(source),
      lists: lists(source),
      boards: boards(source),
      "checklist-items": checklistItems(source),
      attachments: attachments(source),
      "custom-fields": customFields(source),
      labels: labels(source),
      members: members(source),
    }),
  });
}

/**
 * Creates the sign-in with Trello's OAuth 1. Its tokens are read-only and valid until the user revokes them.
 *
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/#using-basic-oauth
 */
function signIn(site: string, application: string): AccountKind<OAuth1Form> {
  return oauth1({
    name: "Trello",
    requestToken: `${site}/1/OAuthGetRequestToken`,
    authorize: `${site}/1/OAuthAuthorizeToken`,
    accessToken: `${site}/1/OAuthGetAccessToken`,
    parameters: { name: application, scope: "read", expiration: "never" },
  });
}

/**
 * Creates the account kind for a user's own key and token. Both are sent in a header. Trello also accepts them in the
 * URL, where they would appear in the logs of every proxy.
 *
 * @see
 * https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/#passing-token-and-key-in-api-requests
 */
function keyAndToken(): AccountKind<{ readonly key: Field<string>; readonly token: Field<Secret> }> {
  const kind = fields({
    title: "Key and token",
    description: "Of a Power-Up of yours; the token may be one that only reads",
    fields: {
      key: text({ title: "API key" }),
      token: password({ title: "Token" }),
    },
    authorize: ({ headers }, { key, token }) => {
      headers["authorization"] =
        `OAuth oauth_consumer_key="${encodeURIComponent(key)}", oauth_token="${encodeURIComponent(token.reveal())}"`;
    },
  });
  const help = link({ title: "Get your key and token", address: "https://trello.com/power-ups/admin" });
  const shown = { ...kind.fields, help };
  return { ...kind, fields: shown };
}
