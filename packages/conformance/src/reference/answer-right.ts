import { createHash } from "node:crypto";
import { isObject, type JsonObject } from "../expect/json-of.js";
import { objectsIn } from "../target/read-declared.js";
import { json, type PlainAnswer, type PlainRequest, Refusal } from "./plain.js";
import { type AccountWorld, checkAccount, checkFlatAccount } from "./reference-accounts.js";
import { type Variant, zone } from "./reference-application.js";
import { answerData, answerDatalist, answerFilterCheck, answerSchema } from "./reference-data.js";

/** What the reference connector is made of. */
export interface World extends AccountWorld {
  readonly variant: Variant;
}

type Handler = (world: World, request: PlainRequest, body: JsonObject) => Promise<PlainAnswer> | PlainAnswer;

const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

const handlers: Readonly<Record<string, Handler>> = {
  "GET /": ({ application }, request) => tagged(request, json(200, application)),
  "GET /logo": answerLogo,
  "POST /": answerData,
  "POST /validate": answerValidate,
  "POST /datalist": answerDatalist,
  "POST /schema": (world, _request, body) => answerSchema(world, body),
  "POST /validate/filter": (world, _request, body) => answerFilterCheck(world, body),
  "POST /timezone": async (world, _request, body) => {
    await checkFlatAccount(world, body["account"]);
    return json(200, { timeZone: zone.text });
  },
  "GET /oauth1": async (world, { query }) =>
    json(200, (await world.oauth?.start1(query.get("callback_uri"))) ?? {}),
  "POST /oauth1": async (world, _request, body) => json(200, (await world.oauth?.finish1(body)) ?? {}),
  "POST /oauth1/v1/authorize": async (world, _request, body) =>
    json(200, (await world.oauth?.start1(body["callback_uri"])) ?? {}),
  "POST /oauth1/v1/access_token": async (world, _request, body) =>
    json(200, (await world.oauth?.finish1(body)) ?? {}),
  "GET /oauth2": (world, { query }) =>
    json(200, world.oauth?.start2(query.get("callback_uri"), query.get("state")) ?? {}),
  "POST /oauth2": async (world, _request, body) => json(200, (await world.oauth?.finish2(body)) ?? {}),
  "POST /oauth2/v1/authorize": (world, _request, body) =>
    json(200, world.oauth?.start2(body["callback_uri"], body["state"]) ?? {}),
  "POST /oauth2/v1/access_token": async (world, _request, body) =>
    json(200, (await world.oauth?.finish2(body)) ?? {}),
};

const onlyFull = /^\/(?:datalist|schema|timezone|oauth|validate\/filter)/;
const largest = 1_048_576;

/** Answers one request as the contract asks. */
export async function answerRight(world: World, request: PlainRequest): Promise<PlainAnswer> {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const methods = Object.keys(handlers)
    .filter((name) => name.endsWith(` ${request.path}`))
    .map((name) => name.split(" ")[0] ?? "");
  if (methods.length === 0 || (world.variant !== "full" && onlyFull.test(request.path))) {
    throw new Refusal("not_found", "There is no such path");
  }
  if (method === "OPTIONS") return { status: 204, headers: { allow: methods.join(", ") }, body: "" };
  const handler = handlers[`${method} ${request.path}`];
  if (handler === undefined) throw new MethodRefusal(methods.join(", "));
  return handler(world, request, method === "POST" ? readBody(request) : {});
}

/** Refuses a method, and says which there are. */
export class MethodRefusal extends Refusal {
  readonly allow: string;

  constructor(allow: string) {
    super("method_not_allowed", `The path answers ${allow}`);
    this.allow = allow;
  }
}

function readBody({ headers, body }: PlainRequest): JsonObject {
  if (Number(headers["content-length"] ?? 0) > largest)
    throw new Refusal("body_too_large", "The body is too large");
  const json = /^application\/json/.test(headers["content-type"] ?? "application/json");
  if (!json || headers["content-encoding"] !== undefined)
    throw new Refusal("unsupported_media_type", "Send JSON");
  if (/(?:\[\s*){64}/.test(body)) throw new Refusal("malformed_request", "The body is nested too deep");
  const value = body === "" ? {} : parse(body);
  if (!isObject(value)) throw new Refusal("malformed_request", "The body is no JSON object");
  return value;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new Refusal("malformed_request", "The body is no JSON");
  }
}

async function answerValidate(world: World, _request: PlainRequest, body: JsonObject): Promise<PlainAnswer> {
  const { id, fields = body } = body;
  if (!isObject(fields)) throw new Refusal("malformed_request", "The fields are no object");
  const kinds = objectsIn(world.application["authentication"]);
  if (id === undefined && kinds.length > 1)
    throw new Refusal("unknown_account_kind", "Say which kind of account it is");
  return json(200, await checkAccount(world, id, fields));
}

function answerLogo(world: World, request: PlainRequest): PlainAnswer {
  if (world.variant === "single") return { status: 204, headers: {}, body: "" };
  if (world.variant === "moved")
    return { status: 302, headers: { location: "https://example.org/logo.svg" }, body: "" };
  const headers = {
    "content-type": "image/svg+xml",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cache-control": "public, max-age=3600",
  };
  return tagged(request, { status: 200, headers, body: logo });
}

function tagged(request: PlainRequest, answer: PlainAnswer): PlainAnswer {
  const etag = `"${createHash("sha256").update(answer.body).digest("base64url").slice(0, 16)}"`;
  const headers = { ...answer.headers, etag };
  if (request.headers["if-none-match"] === etag) return { status: 304, headers: { etag }, body: "" };
  return { ...answer, headers };
}
