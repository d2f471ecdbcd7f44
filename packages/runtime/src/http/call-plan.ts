import {
  type AccountKind,
  type AnyAccount,
  ConnectorError,
  type Http,
  type HttpDefinition,
  inputInvalid,
  type OutgoingRequest,
  type Query,
  type SendOptions,
} from "@wellhead/sdk";
import { parseUrl } from "@wellhead/sdk/internal";

/** Method of a call. */
export type CallMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Methods of calls that have the same effect when they are sent twice. */
const idempotentMethods: ReadonlySet<CallMethod> = new Set(["GET", "PUT", "DELETE"]);

/** The contents of a call before it is signed. */
export interface CallPlan {
  readonly method: CallMethod;
  readonly url: URL;
  /** Headers that the author gave for this call. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /**
   * Headers of a request for a file, which are also sent to another origin after a redirect because they contain no
   * credentials. Such a request accepts 416, which says that the file has no such part. Default: not for a file.
   */
  readonly fileHeaders?: Readonly<Record<string, string>>;
  /** Encoding of a text in the response. Default: what the response states. */
  readonly encoding?: string | undefined;
  /** Error statuses whose responses are read like those of a success. Default: none. */
  readonly expectedStatuses?: readonly number[];
  /** Whether it may be sent again when it is unknown whether the upstream received it. */
  readonly idempotent: boolean;
}

/** Target of a call. */
export interface CallTarget {
  readonly method: CallMethod;
  /** Path below the base URL, or an absolute URL. */
  readonly path: string;
  readonly baseUrl: URL | undefined;
}

/**
 * Plans a call: URL below the base URL, query, body.
 *
 * @param target - Method, path and base URL
 * @param options - Query, headers and body
 * @returns The plan
 * @throws ConnectorError `invalid_field` when the path would leave the base URL; it is an input error because the path
 *   may contain what a person typed
 */
export function planCall(target: CallTarget, options: SendOptions): CallPlan {
  const url = urlOf(target);
  addQuery(url, options.query ?? {});
  const { body, type } = bodyOf(options);
  return {
    method: target.method,
    url,
    headers: { ...lowerCase(options.headers ?? {}), ...(type !== undefined && { "content-type": type }) },
    body,
    encoding: options.encoding,
    idempotent: options.idempotent ?? idempotentMethods.has(target.method),
  };
}

/**
 * Converts the names of headers to lower case.
 *
 * @param headers - Headers
 * @returns The headers with lower-case names
 */
function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function urlOf({ path, baseUrl }: CallTarget): URL {
  if (/^https?:\/\//i.test(path)) {
    const url = new URL(path);
    if (url.username !== "" || url.password !== "") throw pathFault();
    return url;
  }
  if (baseUrl === undefined) {
    throw new TypeError(
      `Could not call "${path}": the definition has no http.baseUrl. Add one, or call a full address.`,
    );
  }
  const segments = path.split("/");
  // Many servers treat encoded dots as dots, so they are refused as well.
  const climbs = segments.some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  if (climbs || /[?#\\\p{Cc}]/u.test(path)) throw pathFault();
  const url = new URL(baseUrl);
  url.pathname = `${baseUrl.pathname.replace(/\/$/, "")}/${path.replace(/^\//, "")}`;
  return url;
}

function pathFault(): Error {
  return inputInvalid(
    "Could not make the address of a request: a value would change the path or the host. Use a plain name or id.",
  );
}

function addQuery(url: URL, query: Query): void {
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    url.searchParams.delete(name);
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one));
  }
}

function bodyOf({ json, form, text }: SendOptions): { readonly body?: string; readonly type?: string } {
  if (text !== undefined) return { body: text, type: "text/plain; charset=utf-8" };
  if (json !== undefined) return { body: JSON.stringify(json), type: "application/json" };
  if (form === undefined) return {};
  return { body: new URLSearchParams(form).toString(), type: "application/x-www-form-urlencoded" };
}

/**
 * Returns the base URL of a request's client.
 * @param definition - How the connector reaches its upstream
 * @param account - The account, from which the URL may be computed
 * @returns The URL; `undefined` without a definition
 * @throws ConnectorError `invalid_field` when the URL is not valid
 */
export function baseUrlOf(definition: HttpDefinition | undefined, account: AnyAccount): URL | undefined {
  if (definition === undefined) return undefined;
  const text = typeof definition.baseUrl === "string" ? definition.baseUrl : definition.baseUrl(account);
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new ConnectorError(
      "invalid_field",
      "Could not make the address of a request: expected a base address such as https://api.example.org without a user name, got another.",
    );
  }
  return url;
}

/** Options of {@link signRequest}. */
export interface SignRequestOptions {
  readonly definition: HttpDefinition | undefined;
  readonly authorize: AccountKind["authorize"] | undefined;
  readonly account: AnyAccount;
  readonly baseUrl: URL | undefined;
  readonly plain: (() => Http) | undefined;
  /** Variables of the deployment. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * Reports whether credentials of an account may be sent to an origin.
 *
 * @param origin - Origin of a request
 * @param options - Definition and base URL
 * @returns Whether requests to it are signed
 */
export function isTrusted(
  origin: string,
  { definition, baseUrl }: Pick<SignRequestOptions, "definition" | "baseUrl">,
): boolean {
  return origin === baseUrl?.origin || definition?.trustedOrigins?.includes(origin) === true;
}

/**
 * Adds the definition's headers and the account's credentials to a request, if its origin may receive them; any other
 * request is unchanged.
 *
 * @param request - The request, changed in place
 * @param options - Definition and account
 * @throws TypeError when an account kind changes the origin of the request
 */
export async function signRequest(request: OutgoingRequest, options: SignRequestOptions): Promise<void> {
  const { definition, authorize, account, plain, variables } = options;
  const { origin } = request.url;
  if (!isTrusted(origin, options)) return;
  for (const [name, value] of Object.entries(lowerCase(definition?.headers ?? {}))) {
    request.headers[name] ??= value;
  }
  if (plain === undefined) return;
  const context = { http: plain(), variables };
  await definition?.authorize?.(request, context);
  await authorize?.(request, account, context);
  if (request.url.origin !== origin) {
    throw new TypeError(
      `Could not sign a request: signing must not change its origin, and changed it from "${request.url.origin}".`,
    );
  }
}
