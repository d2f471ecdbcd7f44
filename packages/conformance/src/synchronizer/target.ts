import type { Exchange } from "../exchange/exchange.js";
import { couldNotRun, needsInput } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import type { CheckContext, SendOptions } from "../requirement/check-context.js";
import { type ResolvedAccount, storedAccountOf } from "../target/account.js";
import type { DeclaredField } from "../target/declared.js";
import { objectsIn, readDeclared } from "../target/read-declared.js";

const base = "/api/v1/synchronizer";

/** Paths of the synchronizer's endpoints below the connector's address. */
export const paths = {
  config: `${base}/config`,
  schema: `${base}/schema`,
  data: `${base}/data`,
  datalist: `${base}/datalist`,
  validateFilter: `${base}/filter/validate`,
  resource: `${base}/resource`,
  webhooks: `${base}/webhooks`,
  verify: `${base}/webhooks/verify`,
  preProcess: `${base}/webhooks/pre-process`,
  transform: `${base}/webhooks/transform`,
  action: "/api/v1/automations/action/execute",
} as const;

/** A type of entities, as POST config lists it. */
export interface SyncType {
  readonly id: string;
  readonly raw: JsonObject;
}

/** Everything that requests about entities need. */
export interface SyncTarget {
  readonly account: ResolvedAccount;
  readonly config: JsonObject;
  /** The types, the caller's choice first. */
  readonly types: readonly SyncType[];
  /** Fields of the shared filter. */
  readonly fields: readonly DeclaredField[];
  /** Values of the required fields. */
  readonly filter: JsonObject;
  /** Fields of each type by id. */
  readonly schema: Readonly<Record<string, JsonObject>>;
}

/**
 * Requests the configuration.
 *
 * @param context - Context of the check
 * @param options - Whether to bypass the cache
 * @returns The exchange
 */
export async function askConfig(context: CheckContext, options: SendOptions = {}): Promise<Exchange> {
  const account = await storedAccountOf(context);
  return context.post(paths.config, { account: account.flat }, options);
}

/**
 * Reads the configuration that other checks build on.
 *
 * @param context - Context of the check
 * @returns The configuration
 * @throws Finding when the endpoint does not return 200 with an object
 */
export async function configOf(context: CheckContext): Promise<JsonObject> {
  return builtOn(await askConfig(context));
}

/**
 * Requests the schema of types.
 *
 * @param context - Context of the check
 * @param options - Ids of the types, all by default, and whether to bypass the cache
 * @returns The exchange
 */
export async function askSchema(
  context: CheckContext,
  { types: wanted, ...options }: SendOptions & { readonly types?: readonly string[] } = {},
): Promise<Exchange> {
  const { account, types, filter } = await context.once(findTypes);
  const body = { types: wanted ?? types.map(({ id }) => id), account: account.flat, filter };
  return context.post(paths.schema, body, options);
}

/**
 * Finds the types, the filter and the schema that the checks of pages use.
 *
 * @param context - Context of the check
 * @returns The target
 * @throws Finding when config or schema cannot be read, or a required filter cannot be filled
 */
export function syncTarget(context: CheckContext): Promise<SyncTarget> {
  return context.once(findTarget);
}

/**
 * Lists the fields of every type whose schema is known.
 *
 * @param context - Context of the check
 * @returns The fields and their location
 */
export async function schemaFields(context: CheckContext): Promise<readonly SchemaField[]> {
  const { types, schema } = await syncTarget(context);
  return types.flatMap(({ id: type }) =>
    Object.entries(schema[type] ?? {}).flatMap(([id, value]) =>
      isObject(value) ? [{ where: `type "${type}", field "${id}"`, type, id, value }] : [],
    ),
  );
}

/** A field of a type. */
export interface SchemaField {
  /** Location, for messages. */
  readonly where: string;
  readonly type: string;
  readonly id: string;
  readonly value: JsonObject;
}

/**
 * Requests a page of entities.
 *
 * @param context - Context of the check
 * @param extra - Members of the body to add or replace; `requestedType` at least
 * @param options - Whether to bypass the cache
 * @returns The exchange
 */
export async function askPage(
  context: CheckContext,
  extra: JsonObject,
  options: SendOptions = {},
): Promise<Exchange> {
  return context.send(await pageRequest(context, extra), options.fresh);
}

async function pageRequest(context: CheckContext, extra: JsonObject): Promise<Exchange["request"]> {
  const { types, account, filter, schema, config } = await syncTarget(context);
  const { version } = config;
  const body = {
    types: types.map(({ id }) => id),
    account: account.flat,
    filter,
    schema,
    // The platform stores the version and sends it back as text.
    ...((typeof version === "number" || typeof version === "string") && { version: String(version) }),
    ...extra,
  };
  const headers = { "content-type": "application/json" };
  return { method: "POST", path: paths.data, headers, body: JSON.stringify(body), readBytes: maxPageBytes };
}

/** A page of a thousand wide entities fits. */
export const maxPageBytes = 8_388_608;

/**
 * Parses a response that other checks build on.
 *
 * @param exchange - The exchange
 * @returns The object in it
 * @throws Finding when it is not 200 with a JSON object; another requirement reports that
 */
export function builtOn(exchange: Exchange): JsonObject {
  const value = parse(exchange.text);
  if (exchange.status === 200 && isObject(value)) return value;
  return couldNotRun(`${exchange.request.path} does not return 200 with a JSON object`);
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

async function findTypes(
  context: CheckContext,
): Promise<Pick<SyncTarget, "account" | "config" | "types" | "fields" | "filter">> {
  const account = await storedAccountOf(context);
  const config = await configOf(context);
  const all = objectsIn(config["types"]).flatMap((raw) =>
    typeof raw["id"] === "string" && raw["id"] !== "" ? [{ id: raw["id"], raw }] : [],
  );
  if (all.length === 0) couldNotRun(`${paths.config} lists no type with an id`);
  const wanted = context.options.source;
  const types = all.toSorted((left, right) => Number(right.id === wanted) - Number(left.id === wanted));
  const [form] = readDeclared({ sources: [{ id: "types", filter: config["filters"] }] }).sources;
  const fields = form?.filter ?? [];
  const filter = await fillFilter(context, { account, types, fields });
  return { account, config, types, fields, filter };
}

async function findTarget(context: CheckContext): Promise<SyncTarget> {
  const found = await context.once(findTypes);
  const entries = Object.entries(builtOn(await askSchema(context))).flatMap(([type, fields]) =>
    isObject(fields) ? [[type, fields] as const] : [],
  );
  return { ...found, schema: Object.fromEntries(entries) };
}

/** A field that does not say whether it is required is left empty, as the form of the platform leaves it. */
async function fillFilter(
  context: CheckContext,
  { account, types, fields }: Pick<SyncTarget, "account" | "types" | "fields">,
): Promise<JsonObject> {
  const given = isObject(context.options.filter) ? context.options.filter : {};
  const ids = new Set(fields.map(({ id }) => id));
  const filter: Record<string, unknown> = Object.fromEntries(
    Object.entries(given).filter(([id]) => ids.has(id)),
  );
  for (const field of fields) {
    if (!field.saysRequired || filter[field.id] !== undefined) continue;
    const value =
      field.raw["defaultValue"] ??
      field.options[0] ??
      (await firstOption(context, { account, types, field, filter }));
    if (value === undefined || value === null || value === "")
      return needsInput("filter", `No value can be found for the required filter field "${field.id}"`);
    filter[field.id] = value;
  }
  return filter;
}

interface OptionOf extends Pick<SyncTarget, "account" | "types" | "filter"> {
  readonly field: DeclaredField;
}

async function firstOption(context: CheckContext, of: OptionOf): Promise<unknown> {
  return (await listOptions(context, of))[0];
}

/**
 * Lists the options of a field of the shared filter, for the required values.
 *
 * @param context - Context of the check
 * @param field - The field
 * @returns Its static options, otherwise those that POST datalist returns
 */
export async function optionsOf(context: CheckContext, field: DeclaredField): Promise<readonly unknown[]> {
  if (field.options.length > 0) return field.options;
  const isDependent = field.requires.length > 0;
  return isDependent ? [] : listOptions(context, { ...(await context.once(findTypes)), field });
}

async function listOptions(
  context: CheckContext,
  { account, types, field, filter }: OptionOf,
): Promise<readonly unknown[]> {
  if (!field.datalist || field.type === "date") return [];
  const dependsOn = Object.fromEntries(field.requires.map((id) => [id, filter[id]]));
  const body = { types: types.map(({ id }) => id), account: account.flat, field: field.id, dependsOn };
  const exchange = await context.post(paths.datalist, body);
  const answer = parse(exchange.text);
  return isObject(answer) ? objectsIn(answer["items"]).map(({ value }) => value) : [];
}
