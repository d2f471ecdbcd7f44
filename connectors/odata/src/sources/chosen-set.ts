import {
  type AnyAccount,
  type Choice,
  didYouMean,
  type Http,
  inputInvalid,
  list,
  type MakeSource,
  multiList,
  type Source,
  text,
} from "@wellhead/sdk";
import type { EntityColumns } from "../columns/entity-columns.js";
import { optionIds } from "../filter/set-filter.js";
import { fetchModel } from "../metadata/fetch-model.js";
import type { ServiceModel, SetModel } from "../metadata/model.js";
import { readSet, type SetQuery } from "../read/read-set.js";
import { columnsOf, queryOf, toRows } from "./set-source.js";

/**
 * Creates the source in which a person chooses an entity set, for a service whose metadata needs an account.
 *
 * @param make - Creates a source
 * @param root - Root of the service
 * @returns The source
 */
export function chosenSet(make: MakeSource<AnyAccount>, root: string): Source {
  return make({
    name: "Entity set",
    description: "The entities of a set of your choice",
    filter: {
      set: list({ title: "Set", options: async ({ http }) => setOptions(await fetchModel(http)) }),
      [optionIds.where]: text({
        title: "Filter",
        description: "A filter in the language of OData",
        placeholder: "startswith(Name,'A') and Price gt 10",
        optional: true,
      }),
      [optionIds.order]: text({ title: "Order by", placeholder: "Name desc", optional: true }),
      [optionIds.select]: multiList({
        title: "Properties",
        description: "Default: all",
        requires: ["set"],
        options: ({ http, dependsOn }) => namesOf(http, dependsOn.set, "properties"),
        optional: true,
      }),
      [optionIds.expand]: multiList({
        title: "With related entities",
        description: "Properties of one related entity become columns; several are JSON",
        requires: ["set"],
        options: ({ http, dependsOn }) => namesOf(http, dependsOn.set, "navigation"),
        optional: true,
      }),
    },
    fields: async ({ http, filter }) => (await openSet(http, filter)).columns.columns,
    synchronization: async ({ http, filter }) => {
      const { set, columns } = await openSet(http, filter);
      const hasKey =
        set.type.key.length > 0 && set.type.key.every((name) => Object.hasOwn(columns.columns, name));
      return hasKey ? { key: set.type.key } : {};
    },
    validateFilter: async ({ http, filter }) => {
      await openSet(http, filter);
    },
    rows: async ({ http, filter, limit, skip }) => {
      const { model, set, columns, query } = await openSet(http, filter);
      const needed = limit === undefined ? undefined : limit + skip;
      return toRows(readSet({ http, root, set, types: model.types }, { ...query, limit: needed }), columns);
    },
  });
}

async function namesOf(
  http: Http,
  name: string,
  member: "properties" | "navigation",
): Promise<readonly Choice[]> {
  const { set } = await findSet(http, name);
  return set.type[member].map((property) => ({ title: property.name, value: property.name }));
}

interface OpenedSet {
  readonly model: ServiceModel;
  readonly set: SetModel;
  readonly columns: EntityColumns;
  readonly query: SetQuery;
}

async function openSet(http: Http, values: Readonly<Record<string, unknown>>): Promise<OpenedSet> {
  const { model, set } = await findSet(http, String(values["set"]));
  // A property may be called like the field of the set.
  const options = Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith("$")));
  return { model, set, columns: columnsOf(model, set, options), query: queryOf(model, set, options) };
}

async function findSet(
  http: Http,
  name: string,
): Promise<{ readonly model: ServiceModel; readonly set: SetModel }> {
  const model = await fetchModel(http);
  const set = model.sets.get(name);
  if (set !== undefined) return { model, set };
  const near = didYouMean(name, [...model.sets.keys()]);
  throw inputInvalid(`Could not read the set "${name}": the service has no such set.${near}`, {
    field: "set",
  });
}

function setOptions({ sets }: ServiceModel) {
  return [...sets.values()].map(({ name }) => ({ title: name, value: name }));
}
