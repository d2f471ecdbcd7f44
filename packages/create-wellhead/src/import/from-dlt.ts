import { listOf, type Members, membersOf, textOf } from "../openapi/members.js";
import type { PagingGuess } from "../openapi/paging-guess.js";
import { bodyAround, type ImportedApi, type ImportedList, idOf, type Say } from "./imported-api.js";
import { bearer, isSecretName } from "./security.js";

/**
 * Reads a configuration of the REST source of dlt, in JSON or YAML.
 *
 * @param root - The configuration
 * @returns The API
 */
export function fromDlt(root: Members): ImportedApi {
  const leftOut: string[] = [];
  const client = membersOf(root["client"]);
  const defaults = membersOf(root["resource_defaults"]);
  const baseUrl = textOf(client["base_url"]).replace(/\/$/, "");
  const isKnown = URL.canParse(baseUrl);
  if (!isKnown) leftOut.push(`the address "${baseUrl}"`);
  if (client["headers"] !== undefined) leftOut.push("the headers of the client: write them in http.headers");
  const lists = listOf(root["resources"]).map((resource) =>
    readResource(resource, { client, defaults, leftOut }),
  );
  return {
    title: isKnown ? new URL(baseUrl).hostname : "API",
    baseUrl: isKnown ? baseUrl : "https://api.example.org",
    security: securityOf(client["auth"], leftOut),
    lists: lists.filter((list) => list !== undefined),
    leftOut,
  };
}

interface Surroundings {
  readonly client: Members;
  readonly defaults: Members;
  readonly leftOut: string[];
}

function readResource(
  written: unknown,
  { client, defaults, leftOut }: Surroundings,
): ImportedList | undefined {
  const own = typeof written === "string" ? { name: written } : membersOf(written);
  const resource: Members = { ...defaults, ...own };
  const name = textOf(resource["name"]);
  const say: Say = (text) => {
    leftOut.push(`the resource "${name}": ${text}`);
    return undefined;
  };
  const endpoint: Members = { ...endpointOf(defaults), ...endpointOf(own) };
  const method = textOf(endpoint["method"] ?? "GET").toUpperCase();
  if (method !== "GET") return say(`it is read by ${method}`);
  const selected = textOf(endpoint["data_selector"]).replace(/^\$\.?/, "");
  if (/[*?[\]]/.test(selected)) return say(`its items are at ${selected}`);
  for (const [key, value] of Object.entries(membersOf(endpoint["params"]))) say(parameterText(key, value));
  for (const [member, text] of Object.entries(unread)) if (endpoint[member] ?? resource[member]) say(text);
  const keys = [resource["primary_key"]].flat().filter((key) => typeof key === "string");
  const item = {
    type: "object",
    properties: Object.fromEntries(keys.map((key) => [key, { type: "string" }])),
  };
  say(`its columns${keys.length === 0 ? "" : " but the key"}, which the configuration does not list`);
  const paginator = endpoint["paginator"] ?? client["paginator"];
  const paging = pagingOf(paginator, say);
  // A body with a pointer is not a list. Without a selector, dlt looks for the list in the first response.
  const isGuess = selected === "" && pointsInBody(paging);
  const itemsPath = isGuess ? "items" : selected;
  if (isGuess) say('where its items are, which are found at run time: "items" is a guess');
  return {
    id: idOf(name),
    path: textOf(endpoint["path"]) || name,
    query: [],
    headers: [],
    ...(itemsPath !== "" && { itemsPath }),
    body: bodyAround(item, itemsPath),
    ...(paging !== undefined && { paging }),
  };
}

function pointsInBody(paging: PagingGuess | "none" | undefined): boolean {
  if (paging === undefined || paging === "none") return false;
  const { total = "header:" } = paging.options;
  return paging.builder.endsWith("InBody") || !total.startsWith("header:");
}

function endpointOf({ endpoint }: Members): Members {
  return typeof endpoint === "string" ? { path: endpoint } : membersOf(endpoint);
}

/** What is named and not carried over, by the member that declares it. */
const unread: Readonly<Record<string, string>> = {
  incremental: "its increments: see changes in the SDK",
  json: "the body of its requests",
  response_actions: "its actions on responses",
  processing_steps: "its filters and maps of items",
  include_from_parent: "the members that it takes from its parent",
};

function parameterText(key: string, value: unknown): string {
  const type = textOf(membersOf(value)["type"]);
  if (type === "resolve")
    return `its requests per item of a parent: "${key}" became a filter of the path, or is missing`;
  if (type === "incremental") return `its increments by the argument "${key}": see changes in the SDK`;
  if (isSecretName(key)) return `its argument ${key}, which looks like a secret: write it in accounts`;
  return `its argument ${key}=${JSON.stringify(value)}`;
}

function pagingOf(written: unknown, say: Say): PagingGuess | "none" | undefined {
  const paginator = typeof written === "string" ? { type: written } : membersOf(written);
  const type = textOf(paginator["type"]);
  const text = (member: string, otherwise: string): string => textOf(paginator[member]) || otherwise;
  const reason = `the configuration has "${type}"`;
  const total = textOf(paginator["total_path"]);
  const counted = total === "" ? {} : { total };
  switch (type) {
    case "":
    case "auto":
      say("its paging, which is found at run time");
      return undefined;
    case "single_page":
      return "none";
    case "header_link":
      return { builder: "linkHeader", options: {}, reason };
    case "json_link":
    case "json_response":
      return { builder: "nextUrlInBody", options: { next: text("next_url_path", "next") }, reason };
    case "cursor":
    case "json_cursor": {
      const options = {
        cursor: text("cursor_path", "cursors.next"),
        parameter: text("cursor_param", "after"),
      };
      return { builder: "cursorInBody", options, reason };
    }
    case "page_number": {
      const first = Number(paginator["base_page"] ?? 0);
      // The total of dlt counts pages here, and ours counts items.
      if (total !== "") say(`the number of pages at "${total}": its list ends with an empty page instead`);
      return { builder: "pageNumber", options: { parameter: text("page_param", "page"), first }, reason };
    }
    case "offset": {
      const limit = Number(paginator["limit"]);
      const size = limit > 0 ? { size: { parameter: text("limit_param", "limit"), value: limit } } : {};
      return {
        builder: "offset",
        options: { parameter: text("offset_param", "offset"), ...counted, ...size },
        reason,
      };
    }
    default:
      say(`its paging "${type}"`);
      return undefined;
  }
}

function securityOf(written: unknown, leftOut: string[]): Members | undefined {
  const auth = typeof written === "string" ? { type: written } : membersOf(written);
  const type = textOf(auth["type"]) || ("token" in auth ? "bearer" : "");
  if (type === "") return undefined;
  if (type === "bearer") return bearer;
  if (type === "http_basic") return { type: "http", scheme: "basic" };
  if (type === "api_key")
    return {
      type: "apiKey",
      in: textOf(auth["location"]) || "header",
      name: textOf(auth["name"]) || "Authorization",
    };
  leftOut.push(`the account "${type}": write it in accounts`);
  return undefined;
}
