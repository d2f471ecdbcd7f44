import { createHash } from "node:crypto";
import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";

/** A cell with its value and the type of its number format. */
export interface TestCell {
  readonly value?: string | number | boolean;
  readonly format?: "DATE" | "DATE_TIME" | "TIME" | "NUMBER";
  /** Text that the sheet shows. Default: the value. */
  readonly shown?: string;
}

/** A sheet of the test spreadsheet. */
export interface TestSheet {
  readonly id: number;
  readonly title: string;
  readonly type?: string;
  /** Default: `false`. */
  readonly hidden?: boolean;
  readonly cells: ReadonlyArray<readonly TestCell[]>;
  /** Number of rows of the grid, including empty ones. Default: those with cells. */
  readonly rowCount?: number;
  /** Time zone of the spreadsheet; only that of the first sheet counts. Default: Europe/Berlin. */
  readonly zone?: string;
}

/**
 * A named range of the test spreadsheet, as the API describes it: indexes start at 0, ends are exclusive, and a missing
 * index is an open side.
 */
export interface TestNamedRange {
  readonly namedRangeId: string;
  readonly name: string;
  readonly range: Readonly<Record<string, number>>;
}

/** Options of the test server. */
export interface GoogleOptions {
  readonly names?: readonly TestNamedRange[];
  /** Responds to token requests. Default: sign-in with a code, and refresh. */
  readonly grant?: (form: URLSearchParams) => UpstreamAnswer | Promise<UpstreamAnswer>;
  /** Whether Drive's API is switched off. Default: `false`. */
  readonly hasNoDrive?: boolean;
  /** Called before each response, for example to edit the sheets. Default: nothing. */
  readonly before?: (request: UpstreamRequest) => void;
  /** Returns whether an additional access token is valid. Default: none is. */
  readonly accepts?: (token: string) => boolean;
}

/** Valid access tokens; a refresh returns `fresh`. */
const tokens = new Set(["first", "fresh"]);

/**
 * Starts a server that behaves as Google's documentation describes, for one spreadsheet. For tests.
 *
 * @param sheets - Sheets of the spreadsheet with the id `book`
 * @param options - Named ranges, token handling, and a hook before responses
 * @returns The running server
 * @see https://developers.google.com/identity/protocols/oauth2/web-server
 * @see https://developers.google.com/workspace/sheets/api/reference/rest
 * @see https://developers.google.com/workspace/sheets/api/guides/concepts#cell
 * @see https://developers.google.com/workspace/sheets/api/limits
 */
export function startGoogle(
  sheets: readonly TestSheet[],
  options: GoogleOptions = {},
): Promise<TestUpstream> {
  return startUpstream((request) => {
    options.before?.(request);
    return request.url.pathname === "/token"
      ? (options.grant?.(new URLSearchParams(request.body)) ?? grant(request))
      : answer(request, sheets, options);
  });
}

/** Responds to a token request. A refresh returns no new refresh token, because the old one stays valid. */
function grant({ body }: UpstreamRequest): UpstreamAnswer {
  const form = new URLSearchParams(body);
  const both = { expires_in: 3599, scope: "openid email", token_type: "Bearer" };
  if (form.get("code") === "good") {
    return { body: { ...both, access_token: "first", refresh_token: "keep", id_token: "a.b.c" } };
  }
  if (form.get("refresh_token") === "keep") return { body: { ...both, access_token: "fresh" } };
  return { status: 400, body: { error: "invalid_grant", error_description: "Bad Request" } };
}

function answer(
  { headers, url }: UpstreamRequest,
  sheets: readonly TestSheet[],
  { names, accepts, hasNoDrive = false }: GoogleOptions,
): UpstreamAnswer {
  const token = (headers.authorization ?? "").replace("Bearer ", "");
  if (!tokens.has(token) && accepts?.(token) !== true) {
    return fault(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
  }
  const { pathname, searchParams } = url;
  if (pathname === "/v1/userinfo")
    return { body: { sub: "1", email: "ada@example.org", email_verified: true } };
  if (pathname.startsWith("/drive/")) return driveAnswer(url, sheets, hasNoDrive);
  if (pathname === "/v4/spreadsheets/busy") return fault(429, "RESOURCE_EXHAUSTED", "Quota exceeded");
  const path = /^\/v4\/spreadsheets\/book(?:\/values(?:\/(.+)|:batchGet))?$/.exec(pathname);
  if (path === null) return fault(404, "NOT_FOUND", "Requested entity was not found.");
  const wanted = path[1] === undefined ? searchParams.getAll("ranges") : [decodeURIComponent(path[1])];
  const blocks = wanted.map((range) => blockOf(range, sheets));
  const wrong = blocks.indexOf(undefined);
  if (wrong >= 0) return fault(400, "INVALID_ARGUMENT", `Unable to parse range: ${wanted[wrong] ?? ""}`);
  const found = blocks.filter((block) => block !== undefined);
  const isShown = searchParams.get("dateTimeRenderOption") === "FORMATTED_STRING";
  if (path[1] !== undefined) return { body: found.map((block) => valuesOf(block, isShown))[0] };
  if (pathname.endsWith(":batchGet"))
    return { body: { valueRanges: found.map((block) => valuesOf(block, isShown)) } };
  if (found.length > 0) return { body: gridOf(found) };
  return {
    body: {
      properties: { timeZone: sheets[0]?.zone ?? "Europe/Berlin" },
      sheets: sheets.map((sheet) => describe(sheet)),
      ...(names !== undefined && { namedRanges: names }),
    },
  };
}

function fault(status: number, name: string, message: string): UpstreamAnswer {
  return { status, body: { error: { code: status, message, status: name } } };
}

/** "fields" is required: https://developers.google.com/workspace/drive/api/reference/rest/v3/about/get */
function driveAnswer(
  { pathname, searchParams }: URL,
  sheets: readonly TestSheet[],
  hasNoDrive: boolean,
): UpstreamAnswer {
  if (hasNoDrive)
    return fault(403, "PERMISSION_DENIED", "Google Drive API has not been used or it is disabled.");
  if (pathname === "/drive/v3/files") return files(searchParams.get("pageToken"));
  if (searchParams.has("fields")) {
    if (pathname === "/drive/v3/files/book") return revisionOf(sheets);
    if (pathname === "/drive/v3/about")
      return { body: { user: { emailAddress: "reader@project.iam.gserviceaccount.com" } } };
  }
  return fault(404, "NOT_FOUND", "File not found.");
}

/** Returns the version of the file, which changes with every cell. */
function revisionOf(sheets: readonly TestSheet[]): UpstreamAnswer {
  const version = createHash("sha1").update(JSON.stringify(sheets)).digest().readUInt32BE();
  return { body: { version: String(version), modifiedTime: "2026-03-01T10:00:00.000Z" } };
}

function files(token: string | null): UpstreamAnswer {
  if (token === "two") return { body: { files: [{ id: "other", name: "Plan" }] } };
  return { body: { nextPageToken: "two", files: [{ id: "book", name: "Orders" }] } };
}

function describe({ id, title, type = "GRID", hidden, cells, rowCount }: TestSheet): object {
  const columnCount = Math.max(0, ...cells.map((row) => row.length));
  const grid = { gridProperties: { rowCount: rowCount ?? cells.length, columnCount } };
  return {
    properties: {
      sheetId: id,
      title,
      sheetType: type,
      ...(hidden === true && { hidden }),
      ...(type === "GRID" && grid),
    },
  };
}

/** Cells of a range, and its start. */
interface TestBlock {
  readonly sheet: TestSheet;
  readonly startRow: number;
  readonly startColumn: number;
  readonly range: string;
  readonly cells: ReadonlyArray<readonly TestCell[]>;
}

/** Returns the cells of a range in A1 notation with a quoted sheet; `undefined` when there is no such range. */
function blockOf(range: string, sheets: readonly TestSheet[]): TestBlock | undefined {
  const [, title = "", left = "", top = "", right = "", bottom = ""] =
    /^'(.+)'!([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range) ?? [];
  const sheet = sheets.find((one) => one.title === title.replaceAll("''", "'"));
  if (sheet === undefined) return undefined;
  const startColumn = columnNumber(left) - 1;
  const rows = sheet.cells.slice(Number(top) - 1, Number(bottom));
  return {
    sheet,
    startRow: Number(top) - 1,
    startColumn,
    range,
    cells: rows.map((row) => row.slice(startColumn, columnNumber(right))),
  };
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".indexOf(letter) + 1;
  return number;
}

/**
 * Returns the sheets in their order, each with its requested ranges. Numbers that are 0 are omitted.
 *
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/sheets#Sheet
 */
function gridOf(blocks: readonly TestBlock[]): object {
  const sheets = [...new Set(blocks.map(({ sheet }) => sheet))].toSorted((one, other) => one.id - other.id);
  return {
    sheets: sheets.map((sheet) => ({
      properties: sheet.id === 0 ? {} : { sheetId: sheet.id },
      data: blocks
        .filter((block) => block.sheet === sheet)
        .map(({ startRow, startColumn, cells }) => ({
          ...(startRow > 0 && { startRow }),
          ...(startColumn > 0 && { startColumn }),
          rowData: cells.map((row) => ({ values: row.map((cell) => formatted(cell)) })),
        })),
    })),
  };
}

function formatted({ value, format, shown = String(value) }: TestCell): object {
  if (value === undefined) return {};
  // A failed formula has an error as its value, and shows text.
  if (typeof value === "string" && /^(?:#[A-Z/]+!?|Loading\.\.\.)$/.test(value))
    return { formattedValue: value, effectiveValue: { errorValue: { type: "N_A" } } };
  const kinds = { string: "stringValue", number: "numberValue", boolean: "boolValue" };
  const kind = kinds[typeof value as keyof typeof kinds];
  return {
    formattedValue: shown,
    effectiveValue: { [kind]: value },
    ...(format !== undefined && { effectiveFormat: { numberFormat: { type: format } } }),
  };
}

/**
 * Returns the values of a range. Empty rows and cells at the end are omitted.
 *
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/DateTimeRenderOption
 */
function valuesOf({ range, cells }: TestBlock, isShown: boolean): object {
  const found = cells.map((row) => {
    const values = row.map(({ value, format = "NUMBER", shown = String(value) }) =>
      isShown && format !== "NUMBER" ? shown : (value ?? ""),
    );
    return values.slice(0, values.findLastIndex((value) => value !== "") + 1);
  });
  const values = found.slice(0, found.findLastIndex((row) => row.length > 0) + 1);
  return { range, majorDimension: "ROWS", ...(values.length > 0 && { values }) };
}
