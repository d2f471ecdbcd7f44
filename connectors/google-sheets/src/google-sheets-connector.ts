import { type Connector, defineConnector, oauth2, shape } from "@wellhead/sdk";
import { findFault } from "./find-fault.js";
import { rows } from "./sources/rows.js";

/** Which Google is read. */
export interface GoogleSheetsConnectorOptions {
  /** Address of a server that stands in for every host of Google, for tests. Default: Google's own hosts. */
  readonly server?: string;
}

/** What is read of the person who signed in. */
const personShape = shape.object({ email: shape.text, sub: shape.required(shape.text) });

const scopes = [
  "openid",
  "email",
  "https://www.googleapis.com/auth/spreadsheets.readonly",
  "https://www.googleapis.com/auth/drive.metadata.readonly",
];

/**
 * Makes the Google Sheets connector.
 *
 * @param options - Which Google is read
 * @returns The connector
 */
export function googleSheetsConnector({ server }: GoogleSheetsConnectorOptions = {}): Connector {
  const drive = server ?? "https://www.googleapis.com";
  const userinfo = server ?? "https://openidconnect.googleapis.com";
  return defineConnector({
    id: "google-sheets",
    name: "Google Sheets",
    version: "1.0.0",
    description: "Rows of a sheet, typed as its columns are formatted",
    site: "https://docs.google.com/spreadsheets",
    tags: ["spreadsheet"],
    color: "#1B7F4B",
    logo: new URL("../logo.svg", import.meta.url),
    http: {
      baseUrl: `${server ?? "https://sheets.googleapis.com"}/v4`,
      trustedOrigins: [drive, userinfo],
      // 60 reads a minute and user are free of charge.
      rate: { requests: 60, seconds: 60 },
      fault: findFault,
    },
    accounts: {
      oauth2: oauth2({
        preset: "google",
        scopes,
        description: "Reads the sheets your Google account can open",
        ...(server !== undefined && {
          authorize: `${server}/auth`,
          token: `${server}/token`,
          issuer: server,
        }),
      }),
    },
    identify: async ({ http }) => {
      const person = await http.get(`${userinfo}/v1/userinfo`).json(personShape);
      return { name: person.email ?? `Google user ${person.sub}` };
    },
    sources: (source) => ({ rows: rows(source, drive) }),
  });
}
