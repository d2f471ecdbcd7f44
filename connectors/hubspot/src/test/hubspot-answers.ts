import type { UpstreamAnswer } from "@wellhead/runtime/testing";

/** An object of HubSpot. */
export interface StoredObject {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | null>>;
  /** Earlier and current values of properties, the newest first. Default: none. */
  readonly history?: Readonly<Record<string, readonly object[]>>;
}

/** Content of the test server. */
export interface Crm {
  /** Objects by type, in any order. */
  readonly objects: Readonly<Record<string, readonly StoredObject[]>>;
  /** Archived objects by type. Default: none. */
  readonly archived?: Readonly<Record<string, readonly StoredObject[]>>;
  /** Lists of records, and the ids of their records. Default: none. */
  readonly lists?: ReadonlyArray<{
    readonly id: string;
    readonly name: string;
    readonly records: readonly string[];
  }>;
  /** Ids of associated objects, by `type/id/type`. */
  readonly associations?: Readonly<Record<string, readonly string[]>>;
  /** Results after which a search fails; HubSpot's maximum is 10,000. */
  readonly maxSearchResults?: number;
}

/** Body of a request. */
export interface Sent {
  readonly inputs?: ReadonlyArray<{ readonly id: string; readonly after?: string }>;
  readonly properties?: readonly string[];
  readonly propertiesWithHistory?: readonly string[];
  readonly additionalProperties?: readonly string[];
  readonly offset?: number;
  readonly count?: number;
  readonly limit?: number;
  readonly after?: string;
  readonly filterGroups?: ReadonlyArray<{
    readonly filters: ReadonlyArray<{
      readonly propertyName: string;
      readonly operator: string;
      readonly value: string;
    }>;
  }>;
}

/** Members of the query and of the body that HubSpot describes, by kind of resource and the last part of the path. */
const parameters: Readonly<Record<string, string>> = {
  objects: "after archived associations limit properties propertiesWithHistory",
  object: "archived associations idProperty properties propertiesWithHistory",
  read: "archived inputs properties propertiesWithHistory idProperty",
  search: "after filterGroups limit properties query sorts",
  memberships: "after before limit",
  lists: "additionalProperties count listIds objectTypeId offset processingTypes query sort",
};

/**
 * Refuses a request with members that HubSpot does not describe.
 *
 * @param url - URL of the request
 * @param sent - Its body
 * @param resource - Kind of the resource
 * @returns The refusal; `undefined` when all are known
 */
export function refusal(url: URL, sent: object, resource: string): UpstreamAnswer | undefined {
  const known = parameters[resource]?.split(" ");
  const names = [...url.searchParams.keys(), ...Object.keys(sent)];
  const unknown = known && names.find((name) => !known.includes(name));
  return unknown === undefined ? undefined : failure(400, "VALIDATION_ERROR", `Unknown parameter ${unknown}`);
}

/**
 * Returns a page of a list.
 *
 * @param all - All items
 * @param url - URL of the request
 * @returns The page
 */
export function listed(all: readonly object[], { searchParams }: URL): UpstreamAnswer {
  const limit = Number(searchParams.get("limit") ?? 10);
  if (limit > 100) return failure(400, "VALIDATION_ERROR", "limit must be at most 100");
  const start = Number(searchParams.get("after") ?? 0);
  return { body: { results: all.slice(start, start + limit), ...pagingOf(start + limit, all.length) } };
}

/**
 * Returns the member that announces a next page.
 *
 * @param end - Number of items so far
 * @param total - Number of all items
 * @returns The member; nothing on the last page
 */
export function pagingOf(end: number, total: number): object {
  return end < total ? { paging: { next: { after: String(end), link: "?" } } } : {};
}

/**
 * Returns a refusal as HubSpot writes it.
 *
 * @param status - Status of the response
 * @param category - Kind of the error
 * @param message - What is wrong
 * @returns The response
 */
export function failure(status: number, category: string, message: string): UpstreamAnswer {
  return { status, body: { status: "error", message, correlationId: "1", category } };
}
