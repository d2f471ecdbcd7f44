import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";

const tables = [
  {
    id: "tblBooks",
    name: "Books",
    primaryFieldId: "fld1",
    fields: [
      { id: "fld1", name: "Title", type: "singleLineText" },
      { id: "fld2", name: "Pages", type: "number", options: { precision: 0 } },
      { id: "fld3", name: "Read", type: "checkbox" },
      { id: "fld4", name: "Bought", type: "date" },
      { id: "fld5", name: "Tags", type: "multipleSelects" },
      { id: "fld6", name: "Cover", type: "multipleAttachments" },
      { id: "fld7", name: "Lent to", type: "singleCollaborator", description: "Who has it" },
      { id: "fld8", name: "Score", type: "formula", options: { result: { type: "number" } } },
      { id: "fld9", name: "Shelf", type: "multipleLookupValues" },
    ],
    views: [{ id: "viwAll", name: "All", type: "grid" }],
  },
];

const records = Array.from({ length: 250 }, (_, index) => ({
  id: `rec${index}`,
  createdTime: "2026-03-03T10:00:00.000Z",
  fields:
    index === 0
      ? {
          Title: "The Patient Tide",
          Pages: 320,
          Read: true,
          Bought: "2026-03-01",
          Tags: ["sea", "old"],
          Cover: [{ id: "att1", url: "https://files.example/1.png", filename: "1.png" }],
          "Lent to": { id: "usr1", email: "ada@example.org", name: "Ada" },
          Score: { specialValue: "NaN" },
          Shelf: ["A", 3],
        }
      : { Title: `Book ${index}` },
}));

/**
 * Starts a server that behaves as Airtable's documentation describes: offsets, 401, 403 and 422 bodies. For tests.
 *
 * @returns The running server
 * @see https://airtable.com/developers/web/api/list-records
 * @see https://airtable.com/developers/web/api/errors
 */
export function startAirtable(): Promise<TestUpstream> {
  return startUpstream(answer);
}

function answer({ headers, url }: UpstreamRequest): UpstreamAnswer {
  if (headers.authorization !== "Bearer pat.right") {
    return {
      status: 401,
      body: { error: { type: "AUTHENTICATION_REQUIRED", message: "Authentication required" } },
    };
  }
  const offset = url.searchParams.get("offset");
  switch (url.pathname) {
    case "/v0/meta/whoami":
      return { body: { id: "usr1", email: "ada@example.org", scopes: [] } };
    case "/v0/meta/bases":
      if (offset === null) return { body: { bases: [{ id: "appA", name: "Library" }], offset: "itr1" } };
      return { body: { bases: [{ id: "appB", name: "Garden" }] } };
    case "/v0/meta/bases/appA/tables":
      return { body: { tables } };
    case "/v0/appA/tblBooks":
      return pageOf(url, Number(offset?.slice(3) ?? 0));
    case "/v0/meta/bases/appLost/tables":
      return { body: { tables: [{ ...tables[0], id: "tblLost" }] } };
    case "/v0/appLost/tblLost":
      return { status: 422, body: { error: { type: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE", message: "" } } };
    case "/v0/meta/bases/appBusy/tables":
      return { status: 429, body: { errors: [{ error: "RATE_LIMIT_REACHED", message: "" }] } };
    default:
      return {
        status: 403,
        body: { error: { type: "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND", message: "" } },
      };
  }
}

function pageOf({ searchParams }: URL, start: number): { readonly body: unknown } {
  const end = start + Math.min(100, Number(searchParams.get("pageSize") ?? 100));
  const found = records.filter(({ createdTime }) => meets(searchParams.get("filterByFormula"), createdTime));
  const more = end < found.length ? { offset: `itr${end}` } : {};
  const page = found.slice(start, end);
  return { body: { records: page.map((record) => shown(record, searchParams)), ...more } };
}

/** Names the fields of a record as requested, and leaves out those that are not. */
function shown({ fields, ...record }: (typeof records)[number], query: URLSearchParams): object {
  const isById = query.get("returnFieldsByFieldId") === "true";
  const asked = query.getAll("fields[]");
  const kept = (tables[0]?.fields ?? [])
    .filter(({ id, name }) => asked.length === 0 || asked.includes(id) || asked.includes(name))
    .flatMap(({ id, name }) => {
      const value = (fields as Readonly<Record<string, unknown>>)[name];
      return value === undefined ? [] : [[isById ? id : name, value] as const];
    });
  return { ...record, fields: Object.fromEntries(kept) };
}

/** Evaluates a formula. It supports only the two functions that limit the creation time. */
function meets(formula: string | null, created: string): boolean {
  const [, first = ""] = /IS_BEFORE\(CREATED_TIME\(\), '([^']+)'\)/.exec(formula ?? "") ?? [];
  const [, last = "9"] = /IS_AFTER\(CREATED_TIME\(\), '([^']+)'\)/.exec(formula ?? "") ?? [];
  return created >= first && created <= last;
}
