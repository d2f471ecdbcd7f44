import { listOf, type Members, membersOf, textOf } from "../openapi/members.js";
import { type Exchange, parseJson, sentBy } from "./exchange.js";
import { type ImportedApi, type ImportedList, idOf, type Say } from "./imported-api.js";
import { recordedList } from "./recorded-list.js";
import { isSearch } from "./search-body.js";
import { bearer } from "./security.js";

/**
 * Reads a Postman collection of version 2: the requests by GET and the searches by POST with an example of a JSON
 * response, and the requests by GET without one whose address is not that of an item.
 *
 * @param root - The collection
 * @returns The API
 */
export function fromPostman(root: Members): ImportedApi {
  const variables = new Map(
    listOf(root["variable"])
      .map(membersOf)
      .map((one) => [textOf(one["key"]), textOf(one["value"])]),
  );
  const leftOut: string[] = [];
  const items = requestsIn(root, [descriptionOf(membersOf(root["info"]))]);
  const requests = items.map(({ item }) => item);
  const found = items.map((one) => readRequest(one, variables, leftOut)).filter((one) => one !== undefined);
  const [origin = "https://api.example.org"] = found.map(({ origin: one }) => one);
  const auth = [root, ...requests.map((item) => membersOf(item["request"]))].find(
    (one) => membersOf(one["auth"])["type"] !== undefined,
  );
  const security = auth && securityOf(membersOf(auth["auth"]));
  return {
    title: textOf(membersOf(root["info"])["name"]) || "API",
    baseUrl: origin,
    security: typeof security === "string" ? undefined : security,
    lists: found.filter((one) => one.origin === origin),
    leftOut: [
      ...leftOut,
      ...found.filter((one) => one.origin !== origin).map((one) => `${one.id}: it is at ${one.origin}`),
      ...(typeof security === "string" ? [security] : []),
      ...requests
        .filter((item) => listOf(item["event"]).length > 0)
        .map((item) => `the scripts of "${textOf(item["name"])}"`),
    ],
  };
}

/** A request of a collection, and the descriptions of it and of its folders. */
interface PostmanItem {
  readonly item: Members;
  readonly descriptions: readonly string[];
}

/** Lists the requests in folders of folders. */
function requestsIn(folder: Members, descriptions: readonly string[]): readonly PostmanItem[] {
  return listOf(folder["item"])
    .map(membersOf)
    .flatMap((item) =>
      item["request"] === undefined
        ? requestsIn(item, [descriptionOf(item), ...descriptions])
        : [{ item, descriptions: [descriptionOf(membersOf(item["request"])), ...descriptions] }],
    );
}

function descriptionOf({ description }: Members): string {
  return textOf(description) || textOf(membersOf(description)["content"]);
}

/** A request that is read as a list. */
interface ReadRequest extends ImportedList {
  readonly origin: string;
  readonly id: string;
}

function readRequest(
  { item, descriptions }: PostmanItem,
  variables: ReadonlyMap<string, string>,
  leftOut: string[],
): ReadRequest | undefined {
  const name = textOf(item["name"]);
  const say: Say = (text) => {
    leftOut.push(`"${name}": ${text}`);
    return undefined;
  };
  const request = membersOf(item["request"]);
  const method = textOf(request["method"]) || "GET";
  if (method !== "GET" && method !== "POST")
    return say(`only requests that read are carried over, not ${method}`);
  const own = exchangeOf(request, variables);
  if (own === undefined) return say(`its address "${addressOf(request).slice(0, 80)}" cannot be read`);
  const examples = examplesOf(item, own, variables);
  const path = decodeURI(own.url.pathname).replaceAll(/\/:(\w+)/g, "/{$1}");
  if (method === "POST" && !(own.json && isSearch({ path, sent: own.json, body: examples[0]?.body })))
    return say(
      "it is a POST, and does not look like a search. If it only reads, write it with json in http.pages",
    );
  if (examples.length === 0 && path.endsWith("}"))
    return say("it has no example of a JSON response, and seems to be one item");
  if (examples.length === 0) say("its rows, because it has no example of a JSON response");
  const description = [parametersText(request), ...descriptions].join("\n");
  const list = recordedList([own, ...examples], { description, say });
  return { id: idOf(name), origin: own.url.origin, path, ...list };
}

/** Reads the examples of a request: what was sent, and a JSON response. */
function examplesOf(
  item: Members,
  own: Exchange,
  variables: ReadonlyMap<string, string>,
): readonly Exchange[] {
  const examples = listOf(item["response"]).map(membersOf).filter(isSuccess);
  return examples.flatMap((example) => {
    const body = bodyOf(example);
    const original = membersOf(example["originalRequest"]);
    const sent = (original["url"] === undefined ? undefined : exchangeOf(original, variables)) ?? own;
    return body === undefined ? [] : [{ ...sent, headers: headersOf(example), body }];
  });
}

/** Reads what a request sends, also what is switched off in the collection, which describes the API as well. */
function exchangeOf(request: Members, variables: ReadonlyMap<string, string>): Exchange | undefined {
  const filled = fillIn(addressOf(request), variables);
  const address = /^https?:/.test(filled) ? filled : `https://${filled}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const listed = listOf(membersOf(request["url"])["query"])
    .map(membersOf)
    .map((one) => [textOf(one["key"]), fillIn(textOf(one["value"]), variables)] as const);
  const json = parseJson(fillIn(textOf(membersOf(request["body"])["raw"]), variables));
  const sent = new Map([...listed.filter(([key]) => key !== ""), ...sentBy(url, json)]);
  return { url, sent, headers: new Map(), ...(json !== undefined && { json: membersOf(json) }) };
}

function addressOf(request: Members): string {
  return textOf(request["url"]) || textOf(membersOf(request["url"])["raw"]);
}

/** Writes the descriptions of the arguments, with their names in quotes. */
function parametersText(request: Members): string {
  return listOf(membersOf(request["url"])["query"])
    .map(membersOf)
    .map((one) => `"${textOf(one["key"])}": ${descriptionOf(one)}`)
    .join("\n");
}

function headersOf(example: Members): ReadonlyMap<string, string> {
  const all = listOf(example["header"]).map(membersOf);
  return new Map(all.map((header) => [textOf(header["key"]).toLowerCase(), textOf(header["value"])]));
}

/** Fills in variables. One without a value has to be filled in by a person: an address is unknown, and a part of a path a parameter. */
function fillIn(written: string, variables: ReadonlyMap<string, string>): string {
  const valueOf = (key: string): string => variables.get(key.trim()) ?? "";
  const address = /^\{\{([^{}]+)\}\}/.exec(written)?.[1];
  const based =
    address !== undefined && valueOf(address) === ""
      ? written.replace(/^\{\{[^{}]+\}\}/, "https://api.example.org")
      : written;
  return based.replaceAll(/\{\{([^{}]+)\}\}/g, (_whole, key: string) => valueOf(key) || `:${key.trim()}`);
}

function isSuccess({ code }: Members): boolean {
  return code === undefined || (typeof code === "number" && code >= 200 && code < 300);
}

function bodyOf({ body }: Members): unknown {
  return parseJson(textOf(body));
}

function securityOf(auth: Members): Members | string | undefined {
  const type = textOf(auth["type"]);
  const settings = new Map(
    listOf(auth[type])
      .map(membersOf)
      .map((one) => [textOf(one["key"]), textOf(one["value"])]),
  );
  if (type === "noauth") return undefined;
  if (type === "bearer") return bearer;
  if (type === "basic") return { type: "http", scheme: "basic" };
  if (type === "apikey")
    return { type: "apiKey", in: settings.get("in") || "header", name: settings.get("key") || "x-api-key" };
  const [authorizationUrl, tokenUrl] = [settings.get("authUrl"), settings.get("accessTokenUrl")];
  if (type !== "oauth2" || !authorizationUrl || !tokenUrl)
    return `the authorization "${type}": write it in accounts`;
  const scopes = (settings.get("scope") ?? "").split(" ").filter(Boolean);
  return {
    type: "oauth2",
    flows: {
      authorizationCode: {
        authorizationUrl,
        tokenUrl,
        scopes: Object.fromEntries(scopes.map((one) => [one, ""])),
      },
    },
  };
}
