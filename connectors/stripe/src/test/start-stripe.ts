import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";
import { documentedArguments, listArguments } from "./documented.js";

/** A key that may read everything. */
export const key = "rk_test_right";

/** An object as Stripe sends it. */
export type StripeObject = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly created: number;
};

/** Objects of each list, the newest first, by path. */
export type StripeLists = Readonly<Record<string, readonly StripeObject[]>>;

/**
 * Starts a server that behaves as Stripe's documentation describes: the key as a bearer token, pages of at most 100
 * objects, from the newest back, by the id of the last one, and filters by `created` and event type. It rejects unknown
 * parameters. For tests.
 *
 * @param lists - Returns its content at the time of a request
 * @returns The running server
 * @see https://docs.stripe.com/api/pagination
 * @see https://docs.stripe.com/api/errors
 */
export async function startStripe(lists: (request: UpstreamRequest) => StripeLists): Promise<TestUpstream> {
  return await startUpstream((request) => refusal(request) ?? read(request.url, lists(request)));
}

function refusal({ headers, url }: UpstreamRequest): UpstreamAnswer | undefined {
  if (headers.authorization !== `Bearer ${key}`) {
    return failure(401, {
      type: "invalid_request_error",
      message: "Invalid API Key provided: rk_test_****ng",
    });
  }
  const known = documentedArguments[nameOf(url).replace(/^invoices\/[^/]+\/lines$/, "lines")]?.split(" ");
  if (known === undefined) return undefined;
  const unknown = [...url.searchParams.keys()]
    .map((name) => name.replace(/\[.*/, ""))
    .find((name) => !known.includes(name) && !listArguments.includes(name));
  if (unknown === undefined) return undefined;
  return failure(400, {
    code: "parameter_unknown",
    message: `Received unknown parameter: ${unknown}`,
    param: unknown,
    type: "invalid_request_error",
  });
}

function read(url: URL, lists: StripeLists): UpstreamAnswer {
  const name = nameOf(url);
  if (name === "account") {
    return {
      body: { id: "acct_1", email: "ada@example.com", settings: { dashboard: { display_name: "Ada" } } },
    };
  }
  const query = url.searchParams;
  const [, list = "", single = ""] = /^((?:checkout\/)?[a-z_]+)\/([^/]+)$/.exec(name) ?? [];
  if (single !== "" && documentedArguments[name] === undefined) return objectOf(lists[list] ?? [], single);
  const [, invoice = ""] = /^invoices\/([^/]+)\/lines$/.exec(name) ?? [];
  const isGone = invoice !== "" && lists["invoices"]?.some(({ id }) => id === invoice) !== true;
  if (isGone) return objectOf([], invoice);
  const limit = Number(query.get("limit") ?? 10);
  if (!(limit >= 1 && limit <= 100)) {
    return failure(400, { type: "invalid_request_error", message: "Invalid integer", param: "limit" });
  }
  const found = (lists[name] ?? []).filter((one) => isAsked(one, query));
  const after = query.get("starting_after");
  const start = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) {
    const message = `No such object: '${after}'`;
    return failure(400, {
      code: "resource_missing",
      type: "invalid_request_error",
      message,
      param: "starting_after",
    });
  }
  const data = found.slice(start, start + limit);
  const has_more = start + limit < found.length;
  return { body: { object: "list", url: url.pathname, has_more, data } };
}

function objectOf(objects: readonly StripeObject[], wanted: string): UpstreamAnswer {
  const found = objects.find(({ id }) => id === wanted);
  if (found !== undefined) return { body: found };
  const message = `No such object: '${wanted}'`;
  return failure(404, { code: "resource_missing", type: "invalid_request_error", message, param: "id" });
}

function isAsked(object: StripeObject, query: URLSearchParams): boolean {
  const from = Number(query.get("created[gte]") ?? 0);
  const to = Number(query.get("created[lte]") ?? Number.MAX_VALUE);
  const type = query.get("type");
  const types = query.getAll("types[]");
  const subscription = query.get("subscription");
  const charge = query.get("charge");
  return (
    object.created >= from &&
    object.created <= to &&
    (type === null || matches(String(object["type"]), type)) &&
    (types.length === 0 || types.includes(String(object["type"]))) &&
    (charge === null || object["charge"] === charge) &&
    (subscription === null || object["subscription"] === subscription)
  );
}

function matches(type: string, wanted: string): boolean {
  return wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

function failure(status: number, error: object): UpstreamAnswer {
  return { status, body: { error } };
}

function nameOf(url: URL): string {
  return url.pathname.replace(/^\/v1\//, "");
}
