import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";
import {
  type Crm,
  failure,
  listed,
  pagingOf,
  refusal,
  type Sent,
  type StoredObject,
} from "./hubspot-answers.js";
import { answerLists } from "./hubspot-lists.js";

/** A token that may read everything. */
export const token = "pat-na1-right";

/** Properties of every type. */
const properties = [
  { name: "name", label: "Name", type: "string", fieldType: "text", description: "What it is called" },
  { name: "amount", label: "Amount", type: "number", fieldType: "number", description: "" },
  { name: "closed", label: "Closed", type: "bool", fieldType: "booleancheckbox", description: "" },
  { name: "closedate", label: "Close date", type: "datetime", fieldType: "date", description: "" },
  { name: "birthday", label: "Birthday", type: "date", fieldType: "date", description: "" },
  { name: "tags", label: "Tags", type: "enumeration", fieldType: "checkbox", description: "" },
  { name: "stage", label: "Stage", type: "enumeration", fieldType: "select", description: "" },
  { name: "hs_lastmodifieddate", label: "Modified", type: "datetime", fieldType: "date", description: "" },
  { name: "lastmodifieddate", label: "Modified", type: "datetime", fieldType: "date", description: "" },
  { name: "hs_secret", label: "Hidden", type: "string", fieldType: "text", description: "", hidden: true },
].map((property) => ({ groupName: "all", options: [], hidden: false, archived: false, ...property }));

/**
 * Starts a server that behaves as HubSpot's documentation describes: a bearer token, lists paged by a cursor, searches
 * that end after a maximum of results, and associations in batches, with at most a hundred of each object per response.
 * For tests.
 *
 * @param crm - Returns its content at the time of a request
 * @param replace - Returns a response in place of the usual one. Default: none is replaced
 * @returns The running server
 * @see https://developers.hubspot.com/docs/api-reference/search/guide
 */
export function startHubspot(
  crm: (request: UpstreamRequest) => Crm,
  replace: (request: UpstreamRequest) => UpstreamAnswer | undefined = () => undefined,
): Promise<TestUpstream> {
  return startUpstream((request) => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      return failure(401, "INVALID_AUTHENTICATION", "Authentication credentials not found.");
    }
    return replace(request) ?? answer(request, crm(request));
  });
}

function answer({ url, method, body }: UpstreamRequest, crm: Crm): UpstreamAnswer {
  const path = url.pathname.split("/").slice(1);
  const [, , kind = "", type = "", action = ""] = path;
  const sent = body === "" ? {} : (JSON.parse(body) as Sent); // bodies are objects
  const plain = answerPlain(kind, url) ?? answerLists([kind, type, action], { url, sent, crm });
  if (plain !== undefined) return plain;
  if (kind === "pipelines") return { body: { results: [{ ...pipeline, label: type }] } };
  if (kind === "associations") return associated({ from: path[3] ?? "", to: path[4] ?? "" }, sent, crm);
  if (kind !== "objects") return failure(404, "OBJECT_NOT_FOUND", "resource not found");
  return objectsAnswer({ url, method, sent, crm }, path);
}

/** Responds to requests for objects: a list, a single one, a search or a batch. */
function objectsAnswer(
  {
    url,
    method,
    sent,
    crm,
  }: { readonly url: URL; readonly method: string; readonly sent: Sent; readonly crm: Crm },
  [, , , type = "", action = "", last = "search"]: readonly string[],
): UpstreamAnswer {
  const isArchived = url.searchParams.get("archived") === "true";
  const all = (isArchived ? crm.archived : crm.objects)?.[type] ?? [];
  const isGet = method === "GET";
  const refused = refusal(url, sent, isGet ? (action && "object") || "objects" : last);
  if (refused !== undefined) return refused;
  if (!isGet) {
    return action === "search"
      ? searched(all, sent, crm.maxSearchResults ?? 10_000)
      : readBatch(all, sent, isArchived);
  }
  if (action !== "") return single(all, action);
  return listed(
    all.map((one) => shown(one, { isArchived })),
    url,
  );
}

function readBatch(all: readonly StoredObject[], sent: Sent, isArchived: boolean): UpstreamAnswer {
  const { inputs = [], properties: names = [], propertiesWithHistory: history = [] } = sent;
  const limit = history.length > 0 ? 50 : 100;
  if (inputs.length > limit) return failure(400, "VALIDATION_ERROR", `Expected at most ${limit} inputs`);
  const wanted = new Set(inputs.map(({ id }) => id));
  // In another order than requested, because HubSpot guarantees none.
  const results = all
    .filter(({ id }) => wanted.has(id))
    .map((one) => shown(one, { names, history, isArchived }));
  return { body: { status: "COMPLETE", results: results.toReversed() } };
}

function single(all: readonly StoredObject[], id: string): UpstreamAnswer {
  const one = all.find((stored) => stored.id === id);
  if (one === undefined) return failure(404, "OBJECT_NOT_FOUND", "resource not found");
  return { body: shown(one, {}) };
}

/** Returns the responses that are the same for every account. */
function answerPlain(kind: string, url: URL): UpstreamAnswer | undefined {
  if (url.pathname === "/account-info/v3/details") {
    return { body: { portalId: 1234, uiDomain: "app.hubspot.com", timeZone: "Europe/Berlin" } };
  }
  if (kind === "properties") return { body: { results: properties } };
  return kind === "owners" ? listed([owner], url) : undefined;
}

interface ShownOptions {
  readonly names?: readonly string[];
  readonly history?: readonly string[];
  readonly isArchived?: boolean;
}

function shown(
  { id, properties: values, history: versions = {} }: StoredObject,
  { names = [], history = [], isArchived = false }: ShownOptions,
): object {
  const time = "2026-01-01T10:00:00.000Z";
  return {
    id,
    properties: Object.fromEntries(names.map((name) => [name, values[name] ?? null])),
    ...(history.length > 0 && {
      propertiesWithHistory: Object.fromEntries(history.map((name) => [name, versions[name] ?? []])),
    }),
    createdAt: time,
    updatedAt: time,
    archived: isArchived,
    ...(isArchived && { archivedAt: "2026-02-01T10:00:00.000Z" }),
  };
}

function searched(all: readonly StoredObject[], sent: Sent, maxResults: number): UpstreamAnswer {
  const { filterGroups = [], properties: names = [], limit = 10 } = sent;
  const start = Number(sent.after ?? 0);
  if (limit > 200 || start + limit > maxResults) {
    return failure(400, "VALIDATION_ERROR", `The total of results is limited to ${maxResults}`);
  }
  const filters = filterGroups.flatMap((group) => group.filters);
  const found = all
    .filter(({ id, properties: values }) =>
      filters.every(({ propertyName, operator, value }) => {
        const instant = Date.parse(values[propertyName] ?? "");
        const known = propertyName === "hs_object_id" ? Number(id) : instant;
        if (operator === "GT") return known > Number(value);
        return operator === "GTE" ? known >= Number(value) : known <= Number(value);
      }),
    )
    .toSorted((a, b) => Number(a.id) - Number(b.id));
  const results = found.slice(start, start + limit).map((one) => shown(one, { names }));
  return { body: { total: found.length, results, ...pagingOf(start + limit, found.length) } };
}

function associated(
  { from, to }: { readonly from: string; readonly to: string },
  { inputs = [] }: Sent,
  crm: Crm,
): UpstreamAnswer {
  const results = inputs.flatMap(({ id, after = "0" }) => {
    const all = crm.associations?.[`${from}/${id}/${to}`] ?? [];
    if (all.length === 0) return [];
    const start = Number(after);
    const page = all
      .slice(start, start + 100)
      .map((one) => ({ toObjectId: Number(one), associationTypes: [] }));
    return [{ from: { id }, to: page, ...pagingOf(start + 100, all.length) }];
  });
  return { status: results.length < inputs.length ? 207 : 200, body: { status: "COMPLETE", results } };
}

const owner = {
  id: "7",
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "Lovelace",
  userId: 70,
  archived: false,
  createdAt: "2026-01-01T10:00:00.000Z",
  updatedAt: "2026-01-01T10:00:00.000Z",
};

const pipeline = {
  id: "default",
  label: "Sales",
  displayOrder: 0,
  stages: [
    { id: "s1", label: "Open", displayOrder: 0, metadata: { isClosed: "false", probability: "0.2" } },
    { id: "s2", label: "Won", displayOrder: 1, metadata: { isClosed: "true", probability: "1.0" } },
  ],
};
