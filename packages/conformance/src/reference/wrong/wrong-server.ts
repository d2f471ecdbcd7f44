import { isObject } from "../../expect/json-of.js";
import type { PlainAnswer, PlainRequest } from "../plain.js";
import type { Variant } from "../reference-application.js";
import type { Change } from "../start-reference.js";

/** A reference connector with one thing wrong. */
export interface WrongServer {
  /** The requirement it does not meet. */
  readonly requirement: string;
  readonly change: Change;
  /** Shape of the server; default: full. */
  readonly variant?: Variant;
  /** Requirements that cannot be met either when this one is not; default: none. */
  readonly companions?: readonly string[];
  /** Whether others cannot be judged when this one is not met; default: false. */
  readonly blocks?: boolean;
  /** Changes requests before they are answered; default: nothing. */
  readonly before?: (request: PlainRequest) => PlainRequest;
  /** Whether several requests at once are needed to see it; default: false. */
  readonly together?: boolean;
  /** Edits what the earlier version is said to have answered; default: nothing. */
  readonly previous?: (raw: Writable) => void;
  /** Host the server is reached by; default: 127.0.0.1. */
  readonly host?: string;
  /** Called when a caller leaves early. */
  readonly left?: (memory: Map<string, number>) => void;
}

/** A JSON object that may be written to. */
export type Writable = Record<string, unknown>;

/** Further facts about a wrong server. */
export type WrongMore = Omit<WrongServer, "requirement" | "change">;

/** Makes a wrong server. */
export function wrong(requirement: string, change: Change, more: WrongMore = {}): WrongServer {
  return { requirement, change, ...more };
}

/** Makes a wrong server that declares something wrong in GET /. */
export function declares(
  requirement: string,
  edit: (raw: Writable) => void,
  more: WrongMore = {},
): WrongServer {
  return wrong(
    requirement,
    at("GET /", (answer) => editJson(answer, edit)),
    more,
  );
}

/** Changes answers of one endpoint. */
export function at(
  endpoint: string,
  change: Change,
  when: (request: PlainRequest) => boolean = () => true,
): Change {
  return (answer, request, memory) => {
    const method = request.method === "HEAD" ? "GET" : request.method;
    if (`${method} ${request.path}` === endpoint && when(request)) return change(answer, request, memory);
  };
}

/** Replaces an answer by another status with a right refusal. */
export function status(code: number, name: string): Change {
  return (answer) => {
    answer.status = code;
    answer.streamed = false;
    answer.headers["content-type"] = "application/json";
    delete answer.headers["content-encoding"];
    const requestId = answer.headers["x-correlationid"] ?? "";
    answer.body = JSON.stringify({ error: "No", message: "No", code: name, status: code, requestId });
  };
}

/** Replaces an answer by a success. */
export function success(value: unknown): Change {
  return (answer) => {
    answer.status = 200;
    answer.headers["content-type"] = "application/json";
    answer.body = JSON.stringify(value);
  };
}

/** Edits the JSON object of an answer; nothing when it is none. */
export function editJson(answer: PlainAnswer, edit: (raw: Writable) => void): void {
  const value: unknown = jsonIn(answer.body);
  if (!isObject(value)) return;
  const copy: Writable = { ...value };
  edit(copy);
  answer.body = JSON.stringify(copy);
}

/** Edits the rows of an answer that is a JSON array. */
export function editRows(edit: (rows: Writable[]) => unknown[]): Change {
  return (answer) => {
    const value: unknown = jsonIn(answer.body);
    if (!Array.isArray(value)) return;
    answer.body = JSON.stringify(edit(value.map((row: unknown) => (isObject(row) ? { ...row } : {}))));
  };
}

/** Changes answers while another request is under way. */
export function whileOthers(change: Change): Change {
  return async (answer, request, memory) => {
    memory.set("now", (memory.get("now") ?? 0) + 1);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
    if ((memory.get("now") ?? 0) > 1) await change(answer, request, memory);
    memory.set("now", (memory.get("now") ?? 1) - 1);
  };
}

/** Sets a header, or removes it. */
export function header(name: string, value: string | undefined): Change {
  return (answer) => {
    if (value === undefined) delete answer.headers[name];
    else answer.headers[name] = value;
  };
}

/** Reads a body as a JSON object; empty when it is none. */
export function bodyOf(request: PlainRequest): Writable {
  const value: unknown = jsonIn(request.body);
  return isObject(value) ? { ...value } : {};
}

/** Reads an object inside an object; empty when it is none. */
export function inner(object: Writable, name: string): Writable {
  const value = object[name];
  return isObject(value) ? { ...value } : {};
}

/** Lists the objects in an array, to be written to. */
export function list(raw: Writable, name: string): Writable[] {
  const value = raw[name];
  // The application was just read from JSON text, so its objects are this test's own.
  return Array.isArray(value) ? (value as Writable[]) : [];
}

/** Finds a filter field of the first source of the application. */
export function filterField(raw: Writable, id: string): Writable {
  return list(list(raw, "sources")[0] ?? {}, "filter").find((one) => one["id"] === id) ?? {};
}

/** Finds a field of the account kind `token`. */
export function accountField(raw: Writable, id: string): Writable {
  const kind = list(raw, "authentication").find((one) => one["id"] === "token") ?? {};
  return list(kind, "fields").find((one) => one["id"] === id) ?? {};
}

function jsonIn(body: string | Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(String(body));
    return value;
  } catch {
    return undefined;
  }
}
