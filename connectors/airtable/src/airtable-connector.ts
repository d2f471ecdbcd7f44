import { type Connector, defineConnector, oauth2, shape, token } from "@wellhead/sdk";
import { allTables } from "./all-records.js";
import { comments } from "./comments.js";
import { fieldsSource } from "./fields-source.js";
import { findFault } from "./find-fault.js";
import { records } from "./records.js";

/** Members of the token's user that are read. */
const whoamiShape = shape.object({ id: shape.required(shape.text), email: shape.text });

/** OAuth scopes that are requested. All of them are read-only. */
const scopes = ["data.records:read", "data.recordComments:read", "schema.bases:read", "user.email:read"];

/** Options of {@link airtableConnector}. */
export interface AirtableConnectorOptions {
  /** URL of the API. Default: `https://api.airtable.com/v0`. */
  readonly baseUrl?: string;
  /**
   * Whether users may sign in with Airtable as an alternative to pasting a token. It requires `AIRTABLE_CLIENT_ID` and
   * `AIRTABLE_CLIENT_SECRET`. Default: whether the first is set.
   */
  readonly signIn?: boolean;
}

/**
 * Creates the Airtable connector.
 *
 * @param options - URL of the API, and whether to offer sign-in
 * @returns The connector
 */
export function airtableConnector(options: AirtableConnectorOptions = {}): Connector {
  const canSignIn = options.signIn ?? process.env["AIRTABLE_CLIENT_ID"] !== undefined;
  return defineConnector({
    id: "airtable",
    name: "Airtable",
    version: "1.0.0",
    description: "Tables of your bases, with the types of their fields",
    site: "https://airtable.com",
    tags: ["tables"],
    color: "#D9534F",
    logo: new URL("../logo.svg", import.meta.url),
    http: {
      baseUrl: options.baseUrl ?? "https://api.airtable.com/v0",
      rate: { requests: 5, seconds: 1, reserve: 0.2 },
      fault: findFault,
    },
    accounts: {
      ...(canSignIn && {
        oauth: oauth2({
          preset: "airtable",
          scopes,
          description: "Reads the bases you choose when you sign in",
        }),
      }),
      token: token({
        title: "Personal access token",
        description:
          "With the scopes data.records:read and schema.bases:read, and access to the bases to read",
        help: "https://airtable.com/create/tokens",
      }),
    },
    identify: async ({ http }) => {
      const { id, email } = await http.get("meta/whoami").json(whoamiShape);
      return { name: email ?? id };
    },
    sources: (source) => ({
      records: records(source),
      "all-records": allTables(source),
      comments: comments(source),
      fields: fieldsSource(source),
    }),
  });
}
