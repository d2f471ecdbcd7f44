import {
  type AnyAccount,
  didYouMean,
  type Http,
  highlightText,
  inputInvalid,
  list,
  type MakeSource,
  multiList,
  type Source,
} from "@wellhead/sdk";
import { argumentsOf } from "../arguments/list-arguments.js";
import { NodeColumns } from "../columns/node-columns.js";
import { findLists } from "../schema/find-lists.js";
import type { SchemaModel } from "../schema/schema.js";
import { chosenColumns, columnsField, type KnownList, keyOf, readRows, tryAccount } from "./list-source.js";

type Values = Readonly<Record<string, unknown>>;

/** An API whose schema needs an account. */
export interface GuardedApi {
  /** Address of the API. */
  readonly url: string;
  /** Returns the schema. */
  readonly schema: (http: Http) => Promise<SchemaModel>;
  /** Whether cursors point to items that keep their order. */
  readonly isStable: boolean;
}

/**
 * Creates the source in which a person chooses a list, for an API whose schema needs an account.
 *
 * @param make - Creates a source
 * @param api - The API
 * @returns The source
 */
export function chosenList(make: MakeSource<AnyAccount>, api: GuardedApi): Source {
  return make({
    name: "List",
    description: "The items of a list of your choice",
    filter: {
      list: list({
        title: "List",
        options: async ({ http }) => {
          await tryAccount(http, api.url);
          return [...findLists(await api.schema(http)).keys()].map((id) => ({ title: id, value: id }));
        },
      }),
      arguments: highlightText({
        title: "Arguments",
        description: "Those of the list, as JSON",
        placeholder: '{"owner": "ada", "name": "engine"}',
        editorMode: "json",
        optional: true,
      }),
      [columnsField]: multiList({
        title: "Columns",
        description: "Default: those of the item, and a few of each related object",
        requires: ["list"],
        options: async ({ http, dependsOn }) => {
          await tryAccount(http, api.url);
          const { schema, list: found } = await openList(http, api, dependsOn.list);
          return new NodeColumns(schema, found.node).ids.map((id) => ({ title: id, value: id }));
        },
        optional: true,
      }),
    },
    fields: async ({ http, filter }) => {
      await tryAccount(http, api.url);
      const known = await openList(http, api, filter.list);
      return chosenColumns(known, filter).columns;
    },
    synchronization: async ({ http, filter }) =>
      keyOf(chosenColumns(await openList(http, api, filter.list), filter)),
    validateFilter: async ({ http, filter }) => {
      const known = await openList(http, api, filter.list);
      chosenColumns(known, filter);
      valuesOf(known, filter);
    },
    rows: async ({ http, filter }) => {
      const known = await openList(http, api, filter.list);
      return readRows(http, known, valuesOf(known, filter));
    },
  });
}

async function openList(
  http: Http,
  { url, schema: find, isStable }: GuardedApi,
  id: string,
): Promise<KnownList> {
  const schema = await find(http);
  const lists = findLists(schema);
  const found = lists.get(id);
  if (found !== undefined) return { url, schema, list: found, isStable };
  const near = didYouMean(id, [...lists.keys()]);
  throw inputInvalid(`Could not read the list "${id}": the API has no such list.${near}`, { field: "list" });
}

/** Returns the values of the arguments, which a person has written as JSON. */
function valuesOf({ list: { id, path, form, node } }: KnownList, values: Values): Values {
  const typed = values["arguments"];
  const given = typeof typed === "string" && typed.trim() !== "" ? parsed(typed) : {};
  const known = argumentsOf({ id, path, form, node }).map((one) => one.id);
  const wrong = Object.keys(given).find((name) => !known.includes(name));
  if (wrong !== undefined) {
    const near = didYouMean(wrong, known);
    const names = known.join(", ") || "there are none";
    throw inputInvalid(
      `Could not read the arguments: expected those of the list (${names}), got "${wrong}".${near}`,
      {
        field: "arguments",
      },
    );
  }
  return { ...given, [columnsField]: values[columnsField] };
}

function parsed(typed: string): Values {
  try {
    const value: unknown = JSON.parse(typed);
    // An object that is not an array can be read as a record.
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Values;
  } catch {
    // The error below says what is expected.
  }
  throw inputInvalid('Could not read the arguments: expected an object as JSON, such as {"owner": "ada"}.', {
    field: "arguments",
  });
}
