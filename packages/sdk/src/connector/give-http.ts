import type { AccountKinds } from "../accounts/account-kind.js";
import type { Context, WithHttp } from "../context/context.js";
import type { Field, Fields } from "../fields/field.js";
import type { Http } from "../http/http.js";
import type { HttpDefinition } from "../http/http-definition.js";
import { openHttp } from "../http/open-http.js";
import type { Source } from "./source.js";

/** Whose HTTP client is given. */
export interface HttpGiverOptions {
  /** Id of the connector. */
  readonly connector: string;
  readonly definition: HttpDefinition | undefined;
  readonly kinds: AccountKinds;
}

/** Adds the HTTP client of the request to what the service handed over; `bulk` for reading rows. */
export type GiveHttp = <Given extends Context>(context: Given, use?: "bulk") => WithHttp<Given>;

/**
 * Makes what gives a connector's callbacks their HTTP client.
 *
 * @param options - Definition and account kinds
 * @returns The function that adds the client to a context
 */
export function httpGiver(options: HttpGiverOptions): GiveHttp {
  return <Given extends Context>(context: Given, use?: "bulk") => {
    const open = () => openHttp({ ...options, context, interactive: use !== "bulk" });
    // Every member of the context is there, and `http` is the one it lacked.
    return contextWithHttp(context, open) as unknown as WithHttp<Given>;
  };
}

/** Members of a context that are not copied one by one: in every context, made when looked at, not for callbacks. */
const nonCopied: ReadonlySet<string> = new Set([
  "account",
  "log",
  "requestId",
  "caller",
  "signal",
  "accounts",
]);

/**
 * The members of a context and its client: a plain object, so that an author may spread it. Signal and client are made
 * when they are looked at: many never are.
 */
function contextWithHttp(context: Context, open: () => Http): Context {
  let http: Http | undefined;
  const given = {
    account: context.account,
    log: context.log,
    requestId: context.requestId,
    caller: context.caller,
    get signal(): AbortSignal {
      return context.signal;
    },
    get http(): Http {
      return (http ??= open());
    },
  };
  for (const key of Object.keys(context))
    if (!nonCopied.has(key)) Reflect.set(given, key, Reflect.get(context, key));
  return given;
}

/**
 * Gives the option lists of a form their HTTP client.
 *
 * @param form - The form
 * @param give - Adds the client
 * @returns The same form; a field without live options stays as it is
 */
export function giveToFields<Form extends Fields>(form: Form, give: GiveHttp): Form {
  const given = Object.entries(form).map(([id, field]) => [id, giveToField(field, give)]);
  // The same ids, and fields of the same types.
  return Object.fromEntries(given) as Form;
}

/**
 * Gives the callbacks of a source their HTTP client.
 *
 * @param source - The source as its author wrote it
 * @param give - Adds the client
 * @returns The source as the server uses it
 */
export function giveToSource(source: Source, give: GiveHttp): Source {
  const { fields } = source;
  return {
    ...source,
    filter: giveToFields(source.filter, give),
    ...(typeof fields === "function" && { fields: (context) => fields(give(context)) }),
    ...(source.validateFilter && {
      validateFilter: (context) => source.validateFilter?.(give(context)) ?? done(),
    }),
    rows: (context) => source.rows(give(context, "bulk")),
  };
}

function giveToField(field: Field, give: GiveHttp): Field {
  if (field.options === undefined) return field;
  return { ...field, options: (context) => field.options?.(give(context)) ?? [] };
}

function done(): Promise<void> {
  return Promise.resolve();
}
