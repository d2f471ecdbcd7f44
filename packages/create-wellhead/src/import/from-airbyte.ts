import { listOf, type Members, membersOf, textOf } from "../openapi/members.js";
import type { PagingGuess } from "../openapi/paging-guess.js";
import { bodyAround, type ImportedApi, type ImportedList, idOf, type Say } from "./imported-api.js";
import { resolveManifest } from "./resolve-manifest.js";
import { bearer, isSecretName } from "./security.js";

/**
 * Reads a low-code manifest of Airbyte: streams that are read by GET, with their paging, accounts and schemas.
 *
 * @param written - The manifest
 * @returns The API
 */
export function fromAirbyte(written: Members): ImportedApi {
  const root = resolveManifest(written);
  const leftOut: string[] = [];
  const streams = [...listOf(root["streams"]), ...listOf(root["dynamic_streams"])].map(membersOf);
  const read = streams.map((stream) => readStream(stream, leftOut));
  const found = read.filter((one) => one !== undefined);
  const [first] = found;
  const authenticators = found
    .map(({ authenticator }) => authenticator)
    .filter((one) => textOf(one["type"]) !== "");
  const security = securityOf(authenticators[0] ?? {}, leftOut);
  const own = found.filter(({ base }) => base === first?.base);
  for (const { id, base } of found.filter((one) => !own.includes(one)))
    leftOut.push(`the stream "${id ?? ""}": it is at ${base}`);
  if (root["check"] !== undefined) leftOut.push("the check of the account: write identify");
  return {
    title:
      textOf(membersOf(root["metadata"])["name"]) ||
      new URL(first?.base ?? "https://api.example.org").hostname,
    baseUrl: first?.base ?? "https://api.example.org",
    security,
    lists: own,
    leftOut: [...new Set(leftOut)],
  };
}

interface Stream extends ImportedList {
  readonly base: string;
  readonly authenticator: Members;
}

function readStream(stream: Members, leftOut: string[]): Stream | undefined {
  const name = textOf(stream["name"]);
  const say: Say = (text) => {
    leftOut.push(`the stream "${name}": ${text}`);
    return undefined;
  };
  const retriever = membersOf(stream["retriever"]);
  const requester = membersOf(retriever["requester"]);
  const method = textOf(requester["http_method"] ?? "GET").toUpperCase();
  if (requester["type"] !== "HttpRequester")
    return say(`its requester "${textOf(requester["type"]) || "none"}"`);
  if (method !== "GET") return say(`it is read by ${method}`);
  const [base, path] = addressOf(requester, say);
  const selector = membersOf(retriever["record_selector"]);
  const fields = listOf(membersOf(selector["extractor"])["field_path"]).map(String);
  if (fields.some((field) => /[*{.]/.test(field))) return say(`its items are at ${fields.join(".")}`);
  const itemsPath = fields.join(".");
  const paging = pagingOf(membersOf(retriever["paginator"]), say);
  if (itemsPath === "" && paging?.builder.endsWith("InBody"))
    return say("a response is one record and also says where the next one is");
  for (const [member, what] of Object.entries(unread))
    if (stream[member] !== undefined || retriever[member] !== undefined || selector[member] !== undefined)
      say(what);
  for (const argument of ["request_parameters", "request_headers", "request_body_json"])
    for (const [key, value] of Object.entries(membersOf(requester[argument])))
      say(`${argument}: ${key}${isSecretName(key) ? "" : `=${JSON.stringify(value)}`}`);
  const schema = membersOf(membersOf(stream["schema_loader"])["schema"]);
  if (Object.keys(schema).length === 0) say("its columns, which the manifest does not list");
  const item = {
    ...schema,
    type: "object",
    properties: withKey(stream["primary_key"], membersOf(schema["properties"])),
  };
  return {
    id: idOf(name),
    path,
    base,
    authenticator: membersOf(requester["authenticator"]),
    query: [],
    headers: [],
    itemsPath,
    body: bodyAround(item, itemsPath),
    paging: paging ?? "none",
  };
}

/** What is named and not carried over, by the member that declares it. */
const unread: Readonly<Record<string, string>> = {
  incremental_sync: "its increments: see changes in the SDK",
  partition_router: "its requests per parent or value: they became filters of the path, or are missing",
  record_filter: "its filter of records",
  transformations: "its transformations of records",
  components_resolver: "its streams that are made at run time",
};

/** Returns the base address and the path. What the settings or a parent fill in becomes a parameter of the path. */
function addressOf(requester: Members, say: Say): readonly [base: string, path: string] {
  const whole = [textOf(requester["url_base"]) || textOf(requester["url"]), textOf(requester["path"])]
    .filter((part) => part !== "")
    .map((part, index) => (index === 0 ? part.replace(/\/$/, "") : part.replace(/^\//, "")))
    .join("/");
  const filled = whole.replaceAll(/\{\{([^{}]*)\}\}/g, (_whole, code: string) => {
    const name = /[\w-]+(?=\W*$)/.exec(code.replaceAll(/\|.*$/g, ""))?.[0] ?? "value";
    return `{${name.replaceAll("-", "_")}}`;
  });
  const [, origin = "", rest = ""] = /^(https?:\/\/[^/?#]+)\/?([^?#]*)/.exec(filled) ?? [];
  const known = origin.replaceAll(/[{}]/g, "");
  if (known !== origin) say(`its address ${origin}: write baseUrl as a function of the account`);
  return [URL.canParse(known) ? known : "https://api.example.org", rest];
}

function withKey(primaryKey: unknown, properties: Members): Members {
  const keys = [primaryKey].flat(2).filter((key) => typeof key === "string");
  const missing = keys.filter((key) => !(key in properties)).map((key) => [key, { type: "string" }] as const);
  return { ...Object.fromEntries(missing), ...properties };
}

/** Reads a paginator whose parts have an equivalent; names one that has none. */
function pagingOf(paginator: Members, say: Say): PagingGuess | undefined {
  const strategy = membersOf(paginator["pagination_strategy"]);
  const type = textOf(strategy["type"]);
  if (type === "") return undefined;
  const token = membersOf(paginator["page_token_option"]);
  const parameter = textOf(token["field_name"]);
  const pageSize = Number(strategy["page_size"]);
  const named = textOf(membersOf(paginator["page_size_option"])["field_name"]);
  const size = named !== "" && pageSize > 0 ? { size: { parameter: named, value: pageSize } } : {};
  const reason = `the manifest has ${type}`;
  if (membersOf(paginator["page_token_option"])["inject_into"] === "body_json")
    return say("its paging in the body of a request");
  if (type === "PageIncrement" && parameter !== "")
    return {
      builder: "pageNumber",
      options: { parameter, first: Number(strategy["start_from_page"] ?? 0), ...size },
      reason,
    };
  if (type === "OffsetIncrement" && parameter !== "")
    return { builder: "offset", options: { parameter, ...size }, reason };
  const cursor = textOf(strategy["cursor_value"]);
  if (type !== "CursorPagination") return say(`its paging ${type}`);
  if (/headers\W+link/i.test(cursor)) return { builder: "linkHeader", options: size, reason };
  const path = responsePath(cursor);
  const more = responsePath(textOf(strategy["stop_condition"]).replace(/\bnot\b/, ""));
  if (path === undefined) return say(`its paging by ${cursor}`);
  if (token["type"] === "RequestPath")
    return { builder: "nextUrlInBody", options: { next: path, ...size }, reason };
  const isFlag = more !== undefined && /\bnot\b/.test(textOf(strategy["stop_condition"])) && more !== path;
  const flag = isFlag ? { more } : {};
  return { builder: "cursorInBody", options: { cursor: path, parameter, ...flag, ...size }, reason };
}

/** Reads `{{ response.a['b'] }}` or `{{ response.get('a', {}).get('b') }}`; `undefined` for anything else. */
function responsePath(template: string): string | undefined {
  const inner = /^\s*\{\{\s*(?<code>.+?)\s*\}\}\s*$/s.exec(template)?.groups?.["code"] ?? "";
  const code = /^response(?<path>.+)$/s.exec(inner.replace(/^\((.*)\)$/s, "$1").trim())?.groups?.["path"];
  if (code === undefined) return undefined;
  const plain = code
    .replaceAll(/\.get\(\s*(['"])([\w-]+)\1\s*(?:,[^()]*)?\)/g, ".$2")
    .replaceAll(/\[(['"])([\w-]+)\1\]/g, ".$2");
  return /^(?:\.[\w-]+)+$/.test(plain) ? plain.slice(1) : undefined;
}

function securityOf(authenticator: Members, leftOut: string[]): Members | undefined {
  const type = textOf(authenticator["type"]);
  const place = membersOf(authenticator["inject_into"]);
  if (type === "" || type === "NoAuth") return undefined;
  if (type === "BearerAuthenticator") return bearer;
  if (type === "BasicHttpAuthenticator") return { type: "http", scheme: "basic" };
  if (type === "ApiKeyAuthenticator") {
    const name = textOf(place["field_name"]) || textOf(authenticator["header"]);
    if (/^authorization$/i.test(name)) return bearer;
    return { type: "apiKey", in: place["inject_into"] === "request_parameter" ? "query" : "header", name };
  }
  leftOut.push(`the account "${type}": write it in accounts`);
  return undefined;
}
