import type { AccountKinds } from "../accounts/account-kind.js";
import type { Context, WithHttp } from "../context/context.js";
import type { Field, Fields } from "../fields/field.js";
import type { Http } from "../http/http.js";
import type { HttpDefinition } from "../http/http-definition.js";
import { openHttp } from "../http/open-http.js";
import type { Source } from "./source.js";

/** Options of {@link httpGiver}. */
export interface HttpGiverOptions {
  /** Id of the connector. */
  readonly connector: string;
  readonly definition: HttpDefinition | undefined;
  readonly kinds: AccountKinds;
}

/** Adds the HTTP client of the request to what the service passed; `bulk` is for reading rows. */
export type GiveHttp = <Given extends Context>(context: Given, use?: "bulk") => WithHttp<Given>;

/**
 * Creates the function that adds an HTTP client to the argument of a connector's callbacks.
 *
 * @param options - Connector, HTTP definition and account kinds
 * @returns The function that adds the client to a context
 */
export function httpGiver(options: HttpGiverOptions): GiveHttp {
  return <Given extends Context>(context: Given, use?: "bulk") => {
    const open = () => openHttp({ ...options, context, interactive: use !== "bulk" });
    // The object has every member that callbacks may see: those of the context, and `http`.
    return contextWithHttp(context, open) as unknown as WithHttp<Given>;
  };
}

/** Context members that the copy loop skips: those set explicitly, and `accounts`, which callbacks must not see. */
const nonCopied: ReadonlySet<string> = new Set([
  "account",
  "log",
  "requestId",
  "caller",
  "signal",
  "accounts",
]);

/**
 * Returns a plain object with the members of a context and the client, so that an author may spread it. Signal and
 * client are created on first access, because many requests never use them.
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
 * Adds the HTTP client to the options callbacks of a form.
 *
 * @param form - The form
 * @param give - Adds the client to a context
 * @returns The same form; a field without options callback is unchanged
 */
export function giveToFields<Form extends Fields>(form: Form, give: GiveHttp): Form {
  const given = Object.entries(form).map(([id, field]) => [id, giveToField(field, give)]);
  // The ids are the same, and the fields have the same types.
  return Object.fromEntries(given) as Form;
}

/**
 * Adds the HTTP client to the callbacks of a source.
 *
 * @param source - The source as its author wrote it
 * @param give - Adds the client to a context
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
