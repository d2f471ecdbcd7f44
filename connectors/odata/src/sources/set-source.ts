import type { AnyAccount, Changes, Columns, MakeSource, RowOf, Source } from "@wellhead/sdk";
import { didYouMean, inputInvalid } from "@wellhead/sdk";
import { EntityColumns } from "../columns/entity-columns.js";
import { optionIds, setConditions, setFilter } from "../filter/set-filter.js";
import { checkService } from "../metadata/check-service.js";
import type { PropertyModel, ServiceModel, SetModel } from "../metadata/model.js";
import { readSet, type SetQuery } from "../read/read-set.js";

type Values = Readonly<Record<string, unknown>>;

/** Options of {@link setSource}. */
export interface SetSourceOptions {
  /** Root of the service. */
  readonly root: string;
  readonly set: SetModel;
  /** Property that increases with every change. */
  readonly changed: string | undefined;
}

/**
 * Creates the source of an entity set.
 *
 * @param make - Creates a source
 * @param model - Metadata of the service
 * @param options - The set, and the property that increases with every change
 * @returns The source
 */
export function setSource(
  make: MakeSource<AnyAccount>,
  model: ServiceModel,
  { root, set, changed }: SetSourceOptions,
): Source {
  const { name, description, type } = set;
  const changes: Changes | undefined = changed === undefined ? undefined : { by: changed };
  return make({
    name: inWords(name),
    ...(description !== undefined && { description }),
    filter: setFilter(model, set),
    fields: async ({ http, filter }) => {
      await checkService(http);
      return columnsOf(model, set, filter).columns;
    },
    // Without all columns of the key, rows cannot be told apart.
    synchronization: ({ filter }) => {
      const { columns } = columnsOf(model, set, filter);
      const hasKey = type.key.length > 0 && type.key.every((column) => Object.hasOwn(columns, column));
      const isTracked = changes !== undefined && Object.hasOwn(columns, changes.by);
      return Promise.resolve({ ...(hasKey && { key: type.key }), ...(isTracked && { changes }) });
    },
    sharedFilter: [],
    validateFilter: ({ filter }) => {
      queryOf(model, set, filter);
      return Promise.resolve();
    },
    rows: ({ http, filter, limit, skip, since }) => {
      const query = changedFrom(queryOf(model, set, filter), changed, since);
      const needed = limit === undefined ? undefined : limit + skip;
      const found = readSet({ http, root, set, types: model.types }, { ...query, limit: needed });
      return toRows(found, columnsOf(model, set, filter));
    },
  });
}

/**
 * Returns the columns that a person has chosen.
 *
 * @param model - Metadata of the service
 * @param set - The set
 * @param values - Values of the form
 * @returns The columns
 */
export function columnsOf(model: ServiceModel, { type }: SetModel, values: Values): EntityColumns {
  return new EntityColumns(model, type, choiceOf(values));
}

function choiceOf(values: Values): Pick<SetQuery, "select" | "expand"> {
  // A list of texts that the form has read.
  const select = values[optionIds.select] as readonly string[] | undefined;
  // As above.
  const expand = values[optionIds.expand] as readonly string[] | undefined;
  return { select, expand };
}

/**
 * Returns the query of a set that a person has described.
 *
 * @param model - Metadata of the service
 * @param set - The set
 * @param values - Values of the form
 * @returns The query
 * @throws ConnectorError `invalid_field` naming the invalid field
 */
export function queryOf(model: ServiceModel, set: SetModel, values: Values): SetQuery {
  const conditions = setConditions(model, set, values);
  const choice = choiceOf(values);
  checkNames(choice.select, { set, field: optionIds.select, known: set.type.properties });
  checkNames(choice.expand, { set, field: optionIds.expand, known: set.type.navigation });
  return {
    ...choice,
    filter: conditions.length === 0 ? undefined : conditions.join(" and "),
    order: orderOf(set, values[optionIds.order]),
  };
}

/** Adds the condition that an entity has changed since an instant. */
function changedFrom(query: SetQuery, changed: string | undefined, since: string | undefined): SetQuery {
  if (changed === undefined || since === undefined) return query;
  const condition = `${changed} ge ${since}`;
  return { ...query, filter: query.filter === undefined ? condition : `${query.filter} and ${condition}` };
}

function checkNames(
  names: readonly string[] = [],
  {
    set,
    field,
    known,
  }: { readonly set: SetModel; readonly field: string; readonly known: readonly PropertyModel[] },
): void {
  const wrong = names.find((name) => !known.some((one) => one.name === name));
  if (wrong === undefined) return;
  const near = didYouMean(
    wrong,
    known.map(({ name }) => name),
  );
  throw inputInvalid(`Could not read "${wrong}": the set "${set.name}" has no such property.${near}`, {
    field,
  });
}

function orderOf({ type }: SetModel, typed: unknown): string | undefined {
  if (typeof typed !== "string" || typed.trim() === "") return undefined;
  const parts = typed.split(",").map((part) => part.trim().split(/\s+/));
  for (const [name = "", direction = "asc", ...more] of parts) {
    const [first = ""] = name.split("/", 1);
    const isKnown = [...type.properties, ...type.navigation].some((one) => one.name === first);
    if (isKnown && /^(?:asc|desc)$/.test(direction) && more.length === 0) continue;
    throw inputInvalid(
      `Could not order by "${typed}": expected names of properties such as ${type.properties[0]?.name ?? "Id"} desc, got "${[name, direction, ...more].join(" ")}".`,
      { field: optionIds.order },
    );
  }
  return parts.map((part) => part.join(" ")).join(",");
}

/**
 * Converts entities to rows.
 *
 * @param batches - The entities
 * @param columns - The columns
 * @returns The rows, in the same batches
 */
export async function* toRows(
  batches: AsyncIterable<readonly object[]>,
  columns: EntityColumns,
): AsyncGenerator<ReadonlyArray<RowOf<Columns>>> {
  // Cells are JSON values. The server rejects a value that does not match its column, and names it.
  for await (const entities of batches) yield entities.map((entity) => columns.row(entity) as RowOf<Columns>);
}

function inWords(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
