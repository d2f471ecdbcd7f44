import { listOf, type Members, membersOf, textOf } from "../openapi/members.js";
import type { ImportedApi, ImportedList } from "./imported-api.js";
import { inferSchema } from "./infer-schema.js";
import { bearer, isSecretName } from "./security.js";

/** A request of a recording whose response is JSON. */
interface Exchange {
  readonly url: URL;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly answerHeaders: readonly string[];
  readonly body: unknown;
}

/**
 * Reads a HAR recording of a browser or a proxy: the GET requests with a JSON response, of the origin that has most of
 * them. No value of the recording is kept.
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
  const paths = [...new Set(own.map(({ path }) => path))];
  const lists = paths.map((path) =>
    listFrom(
      path,
      own.filter((one) => one.path === path),
    ),
  );
  const headers = own.flatMap((one) => [...one.headers]);
  return {
    title: new URL(origin).hostname,
    baseUrl: origin,
    security: securityOf(headers, own),
    lists,
    leftOut: [
      ...others.map((one) => `requests to ${one}: a connector reads one origin`),
      ...new Set(read.filter((one) => typeof one === "string")),
      ...(headers.some(([name]) => name === "cookie")
        ? ["cookies: find out how programs sign in, and write it in accounts"]
        : []),
      ...paths.flatMap((path) =>
        clockMembers(own.filter((one) => one.path === path).map(({ body }) => body)).map(
          ({ name, unit }) =>
            `the member "${name}" of ${path} looks like ${unit} since 1970: declare it as date() and convert it`,
        ),
      ),
      ...lists.flatMap(({ path, query }) =>
        query
          .filter((name) => !isSecretName(name))
          .map(
            (name) =>
              `the argument "${name}" of ${path}, unless it belongs to the paging: add it to query, or as a filter`,
          ),
      ),
    ],
  };
}

function readExchange(entry: Members): Exchange | string {
  const [request, response] = [membersOf(entry["request"]), membersOf(entry["response"])];
  const address = textOf(request["url"]);
  if (!URL.canParse(address)) return "a request without an address";
  const url = new URL(address);
  const shown = `${textOf(request["method"])} ${url.pathname}`;
  const content = membersOf(response["content"]);
  if (request["method"] !== "GET") return `${shown}: only GET is read`;
  const status = Number(response["status"]);
  if (status < 200 || status > 299) return `${shown}: its status is ${status}`;
  if (!/\bjson\b/i.test(textOf(content["mimeType"]))) return `${shown}: its response is not JSON`;
  try {
    const encoding = content["encoding"] === "base64" ? "base64" : "utf8";
    const body: unknown = JSON.parse(Buffer.from(textOf(content["text"]), encoding).toString());
    return {
      url,
      path: pathOf(url),
      headers: headersOf(request),
      answerHeaders: [...headersOf(response).keys()],
      body,
    };
  } catch {
    return `${shown}: its body was not recorded`;
  }
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

function listFrom(path: string, same: readonly Exchange[]): ImportedList {
  const query = [...new Set(same.flatMap(({ url }) => [...url.searchParams.keys()]))];
  const maxima: Record<string, number> = {};
  for (const name of query) {
    const values = same.flatMap(({ url }) => url.searchParams.getAll(name));
    if (values.every((value) => /^\d{1,6}$/.test(value))) maxima[name] = Math.max(...values.map(Number));
  }
  return {
    path,
    query,
    // A larger page than those that were recorded may be refused.
    maxima,
    headers: [...new Set(same.flatMap(({ answerHeaders }) => answerHeaders))],
    body: inferSchema(same.map(({ body }) => body)),
  };
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
  exchanges: readonly Exchange[],
): Members | undefined {
  const scheme = /^(\w+) /.exec(headers.find(([name]) => name === "authorization")?.[1] ?? "")?.[1];
  if (/^bearer$/i.test(scheme ?? "")) return bearer;
  if (/^basic$/i.test(scheme ?? "")) return { type: "http", scheme: "basic" };
  const header = headers.find(([name]) => isSecretName(name) && name !== "authorization")?.[0];
  if (header !== undefined) return { type: "apiKey", in: "header", name: header };
  const names = exchanges.flatMap(({ url }) => [...url.searchParams.keys()]);
  const name = names.find((one) => isSecretName(one) && !/page|next|cursor|continuation/i.test(one));
  return name === undefined ? undefined : { type: "apiKey", in: "query", name };
}
