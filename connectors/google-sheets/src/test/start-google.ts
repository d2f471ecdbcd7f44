import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/sdk/testing";

/** A cell: its value, and the type its number format has. */
export interface TestCell {
  readonly value?: string | number | boolean;
  readonly format?: "DATE" | "DATE_TIME" | "TIME" | "NUMBER";
}

/** A sheet of the test spreadsheet. */
export interface TestSheet {
  readonly id: number;
  readonly title: string;
  readonly type?: string;
  readonly cells: ReadonlyArray<readonly TestCell[]>;
  /** Rows of the grid, empty ones too. Default: those with cells. */
  readonly rowCount?: number;
  /** Zone of the spreadsheet, of its first sheet. Default: Europe/Berlin. */
  readonly zone?: string;
}

/** Access tokens that work; `fresh` is what the refresh token gives. */
const tokens = new Set(["first", "fresh"]);

/**
 * Starts a server that behaves as Google's documentation says, for one spreadsheet. For tests.
 *
 * @param sheets - Sheets of the spreadsheet with the id `book`
 * @returns The running server
 * @see https://developers.google.com/identity/protocols/oauth2/web-server
 * @see https://developers.google.com/workspace/sheets/api/reference/rest
 * @see https://developers.google.com/workspace/sheets/api/limits
 */
export function startGoogle(sheets: readonly TestSheet[]): Promise<TestUpstream> {
  return startUpstream((request) =>
    request.url.pathname === "/token" ? grant(request) : answer(request, sheets),
  );
}

/** A refresh brings no new refresh token: the old one stays good. */
function grant({ body }: UpstreamRequest): UpstreamAnswer {
  const form = new URLSearchParams(body);
  const both = { expires_in: 3599, scope: "openid email", token_type: "Bearer" };
  if (form.get("code") === "good") {
    return { body: { ...both, access_token: "first", refresh_token: "keep", id_token: "a.b.c" } };
  }
  if (form.get("refresh_token") === "keep") return { body: { ...both, access_token: "fresh" } };
  return { status: 400, body: { error: "invalid_grant", error_description: "Bad Request" } };
}

function answer({ headers, url }: UpstreamRequest, sheets: readonly TestSheet[]): UpstreamAnswer {
  if (!tokens.has((headers.authorization ?? "").replace("Bearer ", ""))) {
    return fault(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
  }
  const { pathname, searchParams } = url;
  if (pathname === "/v1/userinfo")
    return { body: { sub: "1", email: "ada@example.org", email_verified: true } };
  if (pathname === "/drive/v3/files") return files(searchParams.get("pageToken"));
  const values = /^\/v4\/spreadsheets\/book\/values\/(.+)$/.exec(pathname)?.[1];
  if (values !== undefined) return { body: valuesOf(decodeURIComponent(values), sheets) };
  if (pathname === "/v4/spreadsheets/busy") return fault(429, "RESOURCE_EXHAUSTED", "Quota exceeded");
  if (pathname !== "/v4/spreadsheets/book") return fault(404, "NOT_FOUND", "Requested entity was not found.");
  const range = searchParams.get("ranges");
  return {
    body:
      range === null
        ? { properties: { timeZone: sheets[0]?.zone ?? "Europe/Berlin" }, sheets: sheets.map(describe) }
        : gridOf(range, sheets),
  };
}

function fault(status: number, name: string, message: string): UpstreamAnswer {
  return { status, body: { error: { code: status, message, status: name } } };
}

function files(token: string | null): UpstreamAnswer {
  if (token === "two") return { body: { files: [{ id: "other", name: "Plan" }] } };
  return { body: { nextPageToken: "two", files: [{ id: "book", name: "Orders" }] } };
}

function describe({ id, title, type = "GRID", cells, rowCount }: TestSheet): object {
  const columnCount = Math.max(0, ...cells.map((row) => row.length));
  const grid = { gridProperties: { rowCount: rowCount ?? cells.length, columnCount } };
  return { properties: { sheetId: id, title, sheetType: type, ...(type === "GRID" && grid) } };
}

/** Cells of a range in A1 notation; empty ones at the end of rows and of the range are left out. */
function cellsOf(range: string, sheets: readonly TestSheet[]): ReadonlyArray<readonly TestCell[]> {
  const [, name = "", first = "1", last = "1"] = /^'(.+)'!A(\d+):[A-Z]+(\d+)$/.exec(range) ?? [];
  const sheet = sheets.find(({ title }) => title === name.replaceAll("''", "'"));
  return (sheet?.cells ?? []).slice(Number(first) - 1, Number(last));
}

function gridOf(range: string, sheets: readonly TestSheet[]): object {
  const rowData = cellsOf(range, sheets).map((row) => ({ values: row.map((cell) => formatted(cell)) }));
  return { sheets: [{ data: [{ rowData }] }] };
}

function formatted({ value, format }: TestCell): object {
  if (value === undefined) return {};
  // A formula that fails has an error for its value, and shows text.
  if (typeof value === "string" && /^(?:#[A-Z/]+!?|Loading\.\.\.)$/.test(value))
    return { formattedValue: value, effectiveValue: { errorValue: { type: "N_A" } } };
  const kinds = { string: "stringValue", number: "numberValue", boolean: "boolValue" };
  const kind = kinds[typeof value as keyof typeof kinds];
  return {
    formattedValue: String(value),
    effectiveValue: { [kind]: value },
    ...(format !== undefined && { effectiveFormat: { numberFormat: { type: format } } }),
  };
}

function valuesOf(range: string, sheets: readonly TestSheet[]): object {
  const found = cellsOf(range, sheets).map((row) => row.map(({ value }) => value ?? ""));
  // Rows that are empty at the end of the range are left out.
  const values = found.slice(0, found.findLastIndex((row) => row.some((value) => value !== "")) + 1);
  return { range, majorDimension: "ROWS", ...(values.length > 0 && { values }) };
}
