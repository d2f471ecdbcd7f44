import { acceptAlias, aliases } from "@wellhead/contract/vocabulary";
import type { ReceivedRequest } from "../../../request/faces.js";
import type { NamedSource, SourceRequest } from "../../../request/source/open-source.js";
import type { GivenAccount } from "../../../wire/account-members.js";
import {
  isJsonObject,
  type JsonObject,
  malformedRequest,
  readArgument,
  readCount,
  readId,
  readObject,
  readText,
} from "../../../wire/parse-body.js";
import { headerOf } from "../../../wire/wire-request.js";
import { givenAccount } from "../../members/given-account.js";

/** A request for rows. */
export interface DataRequest extends SourceRequest {
  readonly page: { readonly limit: number | undefined; readonly skip: number };
  /** `Accept` header. */
  readonly accept: string | undefined;
  /** `Accept-Encoding` header. */
  readonly acceptEncoding: string | undefined;
}

/** A request for the options of a field. */
export interface OptionsRequest {
  readonly source: NamedSource;
  readonly field: string | undefined;
  readonly account: GivenAccount;
  /** The values the options depend on, by field id; those of the query are arrays. */
  readonly dependsOn: JsonObject;
}

/** A request to validate an account. */
export interface ValidateRequest {
  readonly account: GivenAccount;
  /** Its members as they were sent, including those that only describe the account. */
  readonly given: JsonObject;
}

/** A request that starts a sign-in with OAuth 2. */
export interface SignInRequest {
  readonly callback: string | undefined;
  readonly state: string | undefined;
}

/** A request that finishes a sign-in. Platforms send its members flat or in `fields`. */
export interface FinishRequest {
  readonly body: JsonObject;
  readonly fields: JsonObject;
}

/**
 * @param received - A request about a source
 * @returns Its source, account and filter
 * @throws ConnectorError `malformed_request` when a member has the wrong type
 */
export function parseSourceRequest({ body }: ReceivedRequest): SourceRequest {
  return {
    source: namedSource(body),
    account: parseAccountRequest({ body }),
    filter: readObject(body, "filter") ?? {},
  };
}

/**
 * @param received - A request for rows
 * @returns Its source, account, filter and page
 * @throws ConnectorError `malformed_request` or `invalid_field` when a member has the wrong type
 * @see The connector contract, POST /
 */
export function parseDataRequest(received: ReceivedRequest): DataRequest {
  const { request, body } = received;
  return {
    ...parseSourceRequest(received),
    page: { limit: readCount(body, "limit"), skip: readCount(body, "skip") ?? 0 },
    accept: headerOf(request, "accept"),
    acceptEncoding: headerOf(request, "accept-encoding"),
  };
}

/**
 * Parses a request for options, which has one of two forms. In the first, `source`, `field` and the values the options
 * depend on are in the query and the body is the flat account. In the second, all of them are in the body. A request is
 * of the second form if its body has an object `account`, or if the query lacks `source` or `field`.
 *
 * @param received - The request
 * @returns Its source, field, account and values
 * @throws ConnectorError `malformed_request` when a member has the wrong type or an argument has several values
 * @see The connector contract, POST /datalist
 */
export function parseOptionsRequest({ request, body }: ReceivedRequest): OptionsRequest {
  const query = new URLSearchParams(request.query);
  const isInBody = isJsonObject(body["account"]) || !(query.has("source") && query.has("field"));
  const named: JsonObject = {
    ...(isInBody && body),
    ...onlyOne(query, "source"),
    ...onlyOne(query, "field"),
  };
  const inQuery: readonly (readonly [string, readonly string[]])[] = [...new Set(query.keys())].map((id) => [
    id,
    query.getAll(id).filter((text) => text !== ""),
  ]);
  return {
    source: namedSource(named),
    field: readId(named, "field"),
    account: givenAccount((isInBody ? readObject(body, "account") : undefined) ?? body),
    // `fromEntries` defines own properties, so that an argument named `__proto__` cannot set the prototype.
    dependsOn: {
      ...(isInBody && readObject(body, "dependsOn")),
      ...Object.fromEntries<unknown>(inQuery.filter(([, texts]) => texts.length > 0)),
    },
  };
}

/** Reads an argument of the query. A repeated argument is accepted only if all its values are equal. */
function onlyOne(query: URLSearchParams, name: string): JsonObject {
  const values = new Set(query.getAll(name));
  if (values.size > 1)
    throw malformedRequest(`Could not read the query: expected one value of "${name}", got several.`, name);
  const [value] = values;
  return value === undefined ? {} : { [name]: value };
}

/**
 * Parses a request to validate an account. A body without `fields` is itself the account; `id` then names its kind
 * unless the account carries a marker.
 *
 * @param received - The request
 * @returns The account and the id of its kind
 * @throws ConnectorError `malformed_request` when a member has the wrong type
 * @see The connector contract, POST /validate
 */
export function parseValidateRequest({ body }: ReceivedRequest): ValidateRequest {
  const fields = readObject(body, "fields");
  if (fields !== undefined) return { account: givenAccount(fields, readId(body, "id")), given: fields };
  if (acceptAlias(body, aliases.accountKind) !== undefined)
    return { account: givenAccount(body), given: body };
  const { id: _id, ...members } = body;
  return { account: givenAccount(members, readId(body, "id")), given: body };
}

/**
 * @param received - A request that contains an account
 * @returns The account
 * @throws ConnectorError `malformed_request` when it is not an object
 */
export function parseAccountRequest({ body }: Pick<ReceivedRequest, "body">): GivenAccount {
  return givenAccount(readObject(body, "account") ?? {});
}

function namedSource(body: JsonObject): NamedSource {
  return { id: readId(body, "source"), member: "source" };
}

/**
 * @param received - A request that starts a sign-in, with its values in the query or in the body
 * @returns The callback; `undefined` when it is missing
 * @throws ConnectorError `invalid_field` when it is not text or has several values
 * @see The connector contract, "OAuth 1"
 */
export function parseCallback(received: ReceivedRequest): string | undefined {
  return textOf("callback_uri", received);
}

/**
 * @param received - A request that starts a sign-in, with its values in the query or in the body
 * @returns The callback and the state
 * @throws ConnectorError `invalid_field` when one is not text or has several values
 * @see The connector contract, "OAuth 2"
 */
export function parseSignInRequest(received: ReceivedRequest): SignInRequest {
  return { callback: parseCallback(received), state: textOf("state", received) };
}

function textOf(name: string, { request, body }: ReceivedRequest): string | undefined {
  return readText(body, name) ?? readArgument(new URLSearchParams(request.query), name);
}

/**
 * @param received - A request that finishes a sign-in
 * @returns Its members, and those in `fields`
 * @throws ConnectorError `malformed_request` when `fields` is not an object
 */
export function parseFinishRequest({ body }: ReceivedRequest): FinishRequest {
  return { body, fields: readObject(body, "fields") ?? {} };
}

/**
 * @param received - A request for something that a caller may have cached
 * @returns `If-None-Match` header
 */
export function parseCachedRequest({ request }: ReceivedRequest): string | undefined {
  return headerOf(request, "if-none-match");
}
