import { listOf, type Members, membersOf, textOf } from "../openapi/members.js";
import { type Exchange, leavesOf, parseJson, sentBy } from "./exchange.js";
import type { ImportedApi, ImportedList, Say } from "./imported-api.js";
import { recordedList } from "./recorded-list.js";
import { isSearch } from "./search-body.js";
import { bearer, isSecretName, isSessionHeader } from "./security.js";

/** A request of a recording whose response is JSON. */
interface RecordedExchange extends Exchange {
  readonly path: string;
  /** What the requests for one list have in common. */
  readonly list: string;
  readonly requestHeaders: ReadonlyMap<string, string>;
}

/**
 * Reads a HAR recording of a browser or a proxy: the requests that read JSON, by GET or as a search by POST, of the origin
 * that has most of them. No value of the recording is kept but numbers of items per page.
 *
 * @param root - The recording
 * @returns The API
 */
export function fromHar(root: Members): ImportedApi {
  const entries = listOf(membersOf(root["log"])["entries"]).map(membersOf);
  const read = entries.map(readExchange);
  const exchanges = read.filter((one) => typeof one !== "string");
  const at = (origin: string) => exchanges.filter(({ url }) => url.origin === origin);
  const origins = [...new Set(exchanges.map(({ url }) => url.origin))].toSorted(
    (one, other) => at(other).length - at(one).length,
  );
  const [origin = "https://api.example.org", ...others] = origins;
  const own = at(origin);
  const leftOut = [
    ...others.map((one) => `requests to ${one}: a connector reads one origin`),
    ...read.filter((one) => typeof one === "string"),
  ];
  const lists = [...new Set(own.map(({ list }) => list))].map((list) =>
    listFrom(
      own.filter((one) => one.list === list),
      leftOut,
    ),
  );
  const headers = own.flatMap((one) => [...one.requestHeaders]);
  if (headers.some(([name]) => name === "cookie"))
    leftOut.push("cookies: find out how programs sign in, and write it in accounts");
  return {
    title: new URL(origin).hostname,
    baseUrl: origin,
    security: securityOf(headers, own),
    lists,
    leftOut: [...new Set(leftOut)],
  };
}

function readExchange(entry: Members): RecordedExchange | string {
  const [request, response] = [membersOf(entry["request"]), membersOf(entry["response"])];
  const address = textOf(request["url"]);
  if (!URL.canParse(address)) return "a request without an address";
  const url = new URL(address);
  const shown = `${textOf(request["method"])} ${url.pathname}`;
  const content = membersOf(response["content"]);
  const sent = parseJson(textOf(membersOf(request["postData"])["text"]));
  if (request["method"] !== "GET" && request["method"] !== "POST")
    return `${shown}: only requests that read are carried over`;
  const status = Number(response["status"]);
  if (status < 200 || status > 299) return `${shown}: its status is ${status}`;
  if (!/\bjson\b/i.test(textOf(content["mimeType"]))) return `${shown}: its response is not JSON`;
  const encoding = content["encoding"] === "base64" ? "base64" : "utf8";
  const body = parseJson(Buffer.from(textOf(content["text"]), encoding).toString());
  if (body === undefined) return `${shown}: its body was not recorded`;
  const path = pathOf(url);
  const isPost = request["method"] === "POST";
  if (isPost && isSignIn(path, sent)) return `${shown}: ${signInText(body)}`;
  if (isPost && !isSearch({ path, sent, body }))
    return `${shown}: it does not look like a search. If it only reads, write it with json in http.pages`;
  return {
    url,
    path,
    list: isPost ? `POST ${path} ${operationIn(sent)}` : path,
    sent: sentBy(url, isPost ? sent : undefined),
    ...(isPost && { json: membersOf(sent) }),
    requestHeaders: headersOf(request),
    headers: headersOf(response),
    body,
  };
}

/** Returns whether a request has a password, or is called a sign-in. */
function isSignIn(path: string, sent: unknown): boolean {
  if (/\/(?:log-?in|sign-?in|sessions?|tokens?|authenticate)\/?$/i.test(path)) return true;
  return leavesOf(sent).some((leaf) =>
    /(?:^|[._])(?:password|passwd|pwd|pass|secret|client_?secret|refresh_?token)$/i.test(leaf.path),
  );
}

function signInText(body: unknown): string {
  const token = leavesOf(body).find(
    ({ path, value }) => typeof value === "string" && /token|session|jwt/i.test(path),
  );
  const returned =
    token === undefined ? "" : ` and returns "${token.path}", which the connector asks for instead`;
  return `it signs in${returned}: see "A login in two steps" in the recipes`;
}

/** Returns what tells the operations at one address apart. */
function operationIn(sent: unknown): string {
  const { method, operationName, query } = membersOf(sent);
  return [method, operationName, query].map(textOf).join(" ");
}

/** Replaces numbers and random ids, which differ from request to request. */
function pathOf({ pathname }: URL): string {
  let count = 0;
  return decodeURI(pathname)
    .split("/")
    .map((part) => {
      if (!/^\d+$|^[\da-f]{8}-[\da-f-]{27}$|^(?=.*\d)[\w-]{20,}$/i.test(part)) return part;
      count += 1;
      return count === 1 ? "{id}" : `{id${count}}`;
    })
    .join("/");
}

function headersOf(message: Members): ReadonlyMap<string, string> {
  const all = listOf(message["headers"]).map(membersOf);
  return new Map(all.map((header) => [textOf(header["name"]).toLowerCase(), textOf(header["value"])]));
}

function listFrom(same: readonly RecordedExchange[], leftOut: string[]): ImportedList {
  const { path = "", json } = same[0] ?? {};
  const say: Say = (text) => {
    leftOut.push(`${json === undefined ? path : `POST ${path}`}: ${text}`);
    return undefined;
  };
  const list = recordedList(same, { say });
  for (const { name, unit } of clockMembers(same.map(({ body }) => body)))
    say(`its member "${name}" looks like ${unit} since 1970: declare it as date() and convert it`);
  return { path, ...list };
}

/** Finds numbers that are all between 2001 and 2033 if they count seconds or milliseconds since 1970. */
function clockMembers(
  bodies: readonly unknown[],
): ReadonlyArray<{ readonly name: string; readonly unit: string }> {
  const found = new Map<string, number[]>();
  const collect = (value: unknown, name: string): void => {
    if (typeof value === "number") found.set(name, [...(found.get(name) ?? []), value]);
    if (typeof value !== "object" || value === null) return;
    for (const [member, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? name : member);
  };
  for (const body of bodies) collect(body, "");
  return [...found].flatMap(([name, values]) => {
    const isWithin = (scale: number): boolean =>
      values.every((value) => value >= 1e9 * scale && value < 2e9 * scale);
    if (values.length < 3 || name === "" || !(isWithin(1) || isWithin(1000))) return [];
    return [{ name, unit: isWithin(1) ? "seconds" : "milliseconds" }];
  });
}

/** How requests are authorized, from the names of headers and arguments and the scheme of `Authorization`. */
function securityOf(
  headers: ReadonlyArray<readonly [string, string]>,
  exchanges: readonly RecordedExchange[],
): Members | undefined {
  const scheme = /^(\w+) /.exec(headers.find(([name]) => name === "authorization")?.[1] ?? "")?.[1];
  if (/^bearer$/i.test(scheme ?? "")) return bearer;
  if (/^basic$/i.test(scheme ?? "")) return { type: "http", scheme: "basic" };
  const header = headers.find(([name]) => isSecretName(name) || isSessionHeader(name))?.[0];
  if (header !== undefined) return { type: "apiKey", in: "header", name: header };
  const names = exchanges.flatMap(({ url }) => [...url.searchParams.keys()]);
  const name = names.find((one) => isSecretName(one) && !/page|next|cursor|continuation/i.test(one));
  return name === undefined ? undefined : { type: "apiKey", in: "query", name };
}
