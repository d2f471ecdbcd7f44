import { listOf, type Members, membersOf, textOf } from "../openapi/members.js";
import { type ImportedApi, type ImportedList, idOf } from "./imported-api.js";
import { inferSchema } from "./infer-schema.js";
import { bearer } from "./security.js";

/**
 * Reads a Postman collection of version 2: the GET requests with an example of a JSON response, and those without one whose
 * address is not that of an item.
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
  const requests = requestsIn(root);
  const read = requests.map((item) => readRequest(item, variables));
  const found = read.filter((one) => typeof one !== "string");
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
      ...read.filter((one) => typeof one === "string"),
      ...found.flatMap(({ guess }) => guess ?? []),
      ...found.filter((one) => one.origin !== origin).map((one) => `${one.id}: it is at ${one.origin}`),
      ...(typeof security === "string" ? [security] : []),
      ...requests
        .filter((item) => listOf(item["event"]).length > 0)
        .map((item) => `the scripts of "${textOf(item["name"])}"`),
    ],
  };
}

/** Lists the requests in folders of folders. */
function requestsIn(folder: Members): readonly Members[] {
  return listOf(folder["item"])
    .map(membersOf)
    .flatMap((item) => (item["request"] === undefined ? requestsIn(item) : [item]));
}

/** A request that is read as a list. */
interface ReadRequest extends ImportedList {
  readonly origin: string;
  readonly id: string;
  /** What is guessed. Default: nothing. */
  readonly guess?: string;
}

function readRequest(item: Members, variables: ReadonlyMap<string, string>): ReadRequest | string {
  const name = textOf(item["name"]);
  const request = membersOf(item["request"]);
  if (request["method"] !== undefined && request["method"] !== "GET")
    return `"${name}": only GET is read, not ${textOf(request["method"])}`;
  const written = textOf(request["url"]) || textOf(membersOf(request["url"])["raw"]);
  const filled = fillIn(written, variables);
  const address = /^https?:/.test(filled) ? filled : `https://${filled}`;
  if (!URL.canParse(address)) return `"${name}": its address "${written.slice(0, 80)}" cannot be read`;
  const url = new URL(address);
  const bodies = listOf(item["response"]).map(membersOf).filter(isSuccess).flatMap(bodyOf);
  const path = decodeURI(url.pathname).replaceAll(/\/:(\w+)/g, "/{$1}");
  const hasNone = bodies.length === 0;
  if (hasNone && path.endsWith("}"))
    return `"${name}": it has no example of a JSON response, and seems to be one item`;
  return {
    id: idOf(name),
    origin: url.origin,
    path,
    query: [...url.searchParams.keys()],
    headers: listOf(item["response"])
      .map(membersOf)
      .flatMap((one) => listOf(one["header"]).map((header) => textOf(membersOf(header)["key"]))),
    // A response that is not a list ends with an error, so a wrong guess is noticed.
    body: hasNone ? { type: "array", items: { type: "object" } } : inferSchema(bodies),
    ...(hasNone && { guess: `"${name}": its rows, because it has no example of a JSON response` }),
  };
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

function bodyOf({ body }: Members): readonly unknown[] {
  try {
    return [JSON.parse(textOf(body))];
  } catch {
    return [];
  }
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
