import type { Activity, ActivityOrder } from "@wellhead/server";
import type { CallerHeaders } from "../../remote/connect.js";

/** What a replica said, or why it said nothing. */
export type ReplicaState =
  | { readonly url: string; readonly activity: Activity }
  | { readonly url: string; readonly error: string };

/** Options of {@link readReplica}. */
export interface ReadReplicaOptions {
  readonly order: ActivityOrder;
  /** The token of the admin port, and headers for a proxy of it. */
  readonly headers: CallerHeaders;
  /** Ends the reading early. */
  readonly signal: AbortSignal;
}

/** Milliseconds that a replica may take to respond. */
const timeoutMs = 3000;

/** Maximum size of a response in bytes. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Reads what a replica is doing.
 *
 * @param url - Address of its admin port
 * @param options - Order, headers and signal
 * @returns What it said, or why it said nothing; never rejects
 */
export async function readReplica(url: URL, options: ReadReplicaOptions): Promise<ReplicaState> {
  const name = url.href.replace(/\/$/, "");
  try {
    return { url: name, activity: await readActivity(new URL(`${name}/activity`), options) };
  } catch (error) {
    return { url: name, error: reasonOf(error) };
  }
}

async function readActivity(url: URL, { order, headers, signal }: ReadReplicaOptions): Promise<Activity> {
  url.searchParams.set("sort", order);
  const response = await fetch(url, {
    headers: { "user-agent": "wellhead", accept: "application/json", ...headers },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    redirect: "manual",
  });
  const text = await readText(response);
  if (response.status === 401)
    throw new Error(
      "the admin port expects its token (--token-file), or the latest link that its terminal printed",
    );
  if (response.status !== 200) throw new Error(`the status is ${response.status}`);
  const value: unknown = JSON.parse(text);
  if (!isActivity(value)) throw new SyntaxError();
  return value;
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > maxBytes) throw new SyntaxError();
  }
  return text;
}

/** Lists that every activity has. */
const lists = ["requests", "limitWaits", "failingAccounts", "refusals"];

/** The members of an activity are those of this version; another version may add some. */
function isActivity(value: unknown): value is Activity {
  if (typeof value !== "object" || value === null) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  const hasObjects = ["counts", "memory"].every((name) => typeof members.get(name) === "object");
  return hasObjects && lists.every((name) => Array.isArray(members.get(name)));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError") return `no response within ${timeoutMs / 1000} s`;
  if (error instanceof SyntaxError) return "the response is not that of an admin port";
  const { cause } = error;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, "code") : undefined;
  if (code === "ECONNREFUSED") return "connection refused";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the host is not known";
  if (typeof code === "string") return code;
  return cause instanceof Error ? cause.message : error.message;
}
