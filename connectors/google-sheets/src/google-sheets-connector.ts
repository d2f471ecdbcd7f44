import { type Connector, defineConnector, type MakeSource, oauth2, type Source, shape } from "@wellhead/sdk";
import { serviceAccount } from "./account/service-account.js";
import { findFault } from "./find-fault.js";
import { namedRange } from "./sources/named-range.js";
import { pinnedSheet } from "./sources/pinned-sheet.js";
import { rows } from "./sources/rows.js";
import { several } from "./sources/several.js";

/** A spreadsheet whose sheets are sources. */
export interface PinnedSpreadsheet {
  /** Its id, which is in its address. */
  readonly spreadsheet: string;
  /** By id of the source: the name of a sheet or of a range, or a range in A1 notation. */
  readonly sheets: Readonly<Record<string, string>>;
}

/** Options of {@link googleSheetsConnector}. */
export interface GoogleSheetsConnectorOptions {
  /** Spreadsheet whose sheets are sources. Default: people choose a spreadsheet and a sheet. */
  readonly pinned?: PinnedSpreadsheet;
  /** URL of a server that replaces every host of Google, for tests. Default: Google's own hosts. */
  readonly server?: string;
  /** Returns the current time in milliseconds, for the tokens of service accounts. Default: `Date.now`. */
  readonly now?: () => number;
}

/** Members of the signed-in user that are read. */
const personShape = shape.object({ email: shape.text, sub: shape.required(shape.text) });

/**
 * Members of Drive's account information that are read.
 *
 * @see https://developers.google.com/workspace/drive/api/reference/rest/v3/about/get
 */
const aboutShape = shape.object({
  user: shape.object({ emailAddress: shape.text, displayName: shape.text }),
});

const readScopes = [
  "https://www.googleapis.com/auth/spreadsheets.readonly",
  "https://www.googleapis.com/auth/drive.metadata.readonly",
];

/**
 * Creates the Google Sheets connector.
 *
 * @param options - Sheets that are sources; server and clock, for tests
 * @returns The connector
 */
export function googleSheetsConnector({
  pinned,
  server,
  now = Date.now,
}: GoogleSheetsConnectorOptions = {}): Connector {
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
      // 60 reads per minute and user are free of charge.
      rate: { requests: 60, seconds: 60 },
      fault: findFault,
    },
    accounts: {
      oauth2: oauth2({
        preset: "google",
        scopes: ["openid", "email", ...readScopes],
        description: "Reads the sheets your Google account can open",
        ...(server !== undefined && {
          authorize: `${server}/auth`,
          token: `${server}/token`,
          issuer: server,
        }),
      }),
      "service-account": serviceAccount({
        tokenUrl: `${server ?? "https://oauth2.googleapis.com"}/token`,
        scopes: readScopes,
        now,
      }),
    },
    identify: async ({ http, account }) => {
      if (account.kind === "service-account") {
        const { user } = await http
          .get(`${drive}/drive/v3/about`, { query: { fields: "user(emailAddress,displayName)" } })
          .json(aboutShape);
        return { name: user?.emailAddress ?? user?.displayName ?? "Google service account" };
      }
      const person = await http.get(`${userinfo}/v1/userinfo`).json(personShape);
      return { name: person.email ?? `Google user ${person.sub}` };
    },
    sources: (source) =>
      pinned === undefined
        ? {
            rows: rows(source, drive),
            named: namedRange(source, drive),
            several: several(source, drive),
          }
        : pinnedSources(source, drive, pinned),
  });
}

function pinnedSources<Account>(
  source: MakeSource<Account>,
  drive: string,
  { spreadsheet, sheets }: PinnedSpreadsheet,
): Readonly<Record<string, Source>> {
  return Object.fromEntries(
    Object.entries(sheets).map(([id, cells]) => [id, pinnedSheet(source, { drive, spreadsheet, cells })]),
  );
}
