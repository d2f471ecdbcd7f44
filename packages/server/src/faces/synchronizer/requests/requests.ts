import { ConnectorError, type FileRange } from "@wellhead/sdk";
import type { ReceivedRequest } from "../../../request/faces.js";
import type { SourceRequest } from "../../../request/source/open-source.js";
import type { GivenAccount } from "../../../wire/account-members.js";
import {
  isJsonObject,
  type JsonObject,
  malformedRequest,
  readId,
  readObject,
} from "../../../wire/parse-body.js";
import { givenAccount } from "../../members/given-account.js";
import { readRange } from "../files/file-answer.js";

/** A request about several types. */
export interface TypesRequest {
  /** Ids of the types; `undefined` means all. */
  readonly types: readonly string[] | undefined;
  readonly account: GivenAccount;
  /** Values of the filter that all types share. */
  readonly filter: JsonObject;
  /** Whether columns and rows are those of the source, as reports have them. */
  readonly isExact: boolean;
}

/** A request for one page of a type. */
export interface PageRequest extends SourceRequest {
  /** Instant at which the last run began; `undefined` in the first run. */
  readonly lastRun: Date | undefined;
  /** Token of the position; `undefined` on the first page. */
  readonly token: string | undefined;
  /** Id of the run; `undefined` when the caller sends none. */
  readonly operation: string | undefined;
  /** Whether the rows are those of the source, as reports have them. */
  readonly isExact: boolean;
}

/** A request for the options of a filter field. */
export interface FilterOptionsRequest extends TypesRequest {
  readonly field: string | undefined;
  readonly dependsOn: JsonObject;
}

/** A request for a file. */
export interface FileRequest {
  readonly account: GivenAccount;
  /** Argument `f` of the address of the file. */
  readonly sealed: string;
  /** The requested part of the file; `undefined` means the whole file. */
  readonly range: FileRange | undefined;
}

/**
 * @param received - A request about types
 * @returns Its types, account and filter
 * @throws ConnectorError `malformed_request` when a member has the wrong type
 */
export function parseTypesRequest({ body }: Pick<ReceivedRequest, "body">): TypesRequest {
  return {
    types: readTypes(body),
    account: givenAccount(readObject(body, "account") ?? {}),
    filter: readObject(body, "filter") ?? {},
    isExact: body["exact"] === true,
  };
}

function readTypes(body: JsonObject): readonly string[] | undefined {
  const given = body["types"] ?? [];
  if (!Array.isArray(given) || !given.every((id): id is string => typeof id === "string"))
    throw malformedRequest('Could not read "types": expected a list of ids.', "types");
  return given.length === 0 ? undefined : given;
}

/**
 * Parses a request for a page. Platforms send the position of the next page flat, nested in `nextPageConfig`, or as the
 * whole `pagination` of the page before.
 *
 * @param received - The request
 * @returns The request
 * @throws ConnectorError `malformed_request` when a member has the wrong type
 * @see The synchronizer contract, POST data
 */
export function parsePageRequest({ body }: ReceivedRequest): PageRequest {
  const { account, filter, isExact } = parseTypesRequest({ body });
  return {
    source: { id: readId(body, "requestedType"), member: "requestedType" },
    account,
    filter,
    lastRun: readInstant(body, "lastSynchronizedAt"),
    token: readToken(body),
    operation: readId(body, "operationId"),
    isExact,
  };
}

function readToken(body: JsonObject): string | undefined {
  const given = readObject(body, "pagination");
  if (given === undefined || given["nextPageConfig"] === null) return undefined;
  const inner = isJsonObject(given["nextPageConfig"]) ? given["nextPageConfig"] : given;
  // The first request of some platforms has an empty object.
  if (Object.keys(inner).length === 0) return undefined;
  const token = readId(inner, "p");
  if (token !== undefined) return token;
  throw malformedRequest(
    'Could not read "pagination": it has no position "p". Send "nextPageConfig" of the page before, or start the synchronization again.',
    "pagination",
  );
}

function readInstant(body: JsonObject, name: string): Date | undefined {
  const text = readId(body, name);
  if (text === undefined) return undefined;
  const instant = new Date(text);
  if (!Number.isNaN(instant.getTime()) && /^\d{4}-\d{2}-\d{2}/.test(text)) return instant;
  throw malformedRequest(
    `Could not read "${name}": expected an instant such as 2026-01-31T10:00:00.000Z.`,
    name,
  );
}

/** A request to run an action. */
export interface ActionRequest {
  readonly account: GivenAccount;
  /** Id of the action; `undefined` when the request names none. */
  readonly action: string | undefined;
  readonly args: JsonObject;
}

/**
 * @param received - A request to run an action
 * @returns The request
 * @throws ConnectorError `malformed_request` when a member has the wrong type
 */
export function parseActionRequest({ body }: Pick<ReceivedRequest, "body">): ActionRequest {
  const action = readObject(body, "action") ?? {};
  return {
    account: givenAccount(readObject(body, "account") ?? {}),
    action: readId(action, "action"),
    args: readObject(action, "args") ?? {},
  };
}

/**
 * @param received - A request for a file
 * @returns The request
 * @throws ConnectorError `missing_field` when it does not say which file, `malformed_request` when a member has the wrong
 * type
 */
export function parseFileRequest({ body, request }: ReceivedRequest): FileRequest {
  const { account } = parseTypesRequest({ body });
  const sealed = readId(readObject(body, "params") ?? {}, "f");
  if (sealed === undefined)
    throw new ConnectorError(
      "missing_field",
      'Could not read the file: "params" must have the arguments of its address, "app://resource?f=…".',
      { field: "params" },
    );
  return { account, sealed, range: readRange(request) };
}

/**
 * @param received - A request for the options of a filter field
 * @returns The request
 * @throws ConnectorError `malformed_request` when a member has the wrong type
 */
export function parseFilterOptionsRequest({ body }: ReceivedRequest): FilterOptionsRequest {
  return {
    ...parseTypesRequest({ body }),
    field: readId(body, "field"),
    dependsOn: readObject(body, "dependsOn") ?? {},
  };
}
