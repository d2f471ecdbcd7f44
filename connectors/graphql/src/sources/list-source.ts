import {
  type AnyAccount,
  type Columns,
  didYouMean,
  type Http,
  inputInvalid,
  type MakeSource,
  memberAt,
  multiList,
  type RowOf,
  type Source,
  upstreamInvalid,
} from "@wellhead/sdk";
import { argumentFields, givenArguments } from "../arguments/list-arguments.js";
import { NodeColumns } from "../columns/node-columns.js";
import { listQuery } from "../read/list-query.js";
import { readList } from "../read/read-list.js";
import { postQuery } from "../schema/fetch-schema.js";
import type { ListModel } from "../schema/find-lists.js";
import type { SchemaModel } from "../schema/schema.js";

type Values = Readonly<Record<string, unknown>>;

/** Id of the field of columns; an argument's name has no such character. */
export const columnsField = "$columns";

/** A list of an API. */
export interface KnownList {
  /** Address of the API. */
  readonly url: string;
  readonly schema: SchemaModel;
  readonly list: ListModel;
  /** Whether cursors point to items that keep their order. */
  readonly isStable: boolean;
}

/**
 * Refuses an account that does not work.
 *
 * @param http - Client of the request
 * @param url - Address of the API
 * @throws ConnectorError `account_invalid` for an account that is refused, `upstream_invalid` for another kind of API
 */
export async function tryAccount(http: Http, url: string): Promise<void> {
  const type = memberAt(await postQuery(http, url, "{ __typename }"), "data.__typename");
  if (typeof type === "string") return;
  throw upstreamInvalid(
    "Could not read from the API: its response to a query has no data. Check whether the address is that of a GraphQL API.",
  );
}

/**
 * Creates the source of a list.
 *
 * @param make - Creates a source
 * @param known - The list
 * @returns The source
 */
export function listSource(make: MakeSource<AnyAccount>, known: KnownList): Source {
  const { url, schema, list } = known;
  const { description } = list.path.at(-1) ?? {};
  return make({
    name: list.path.map(({ name }) => inWords(name)).join(" · "),
    ...(typeof description === "string" && { description: firstSentence(description) }),
    filter: {
      ...argumentFields(schema, list, (http) => tryAccount(http, url)),
      [columnsField]: multiList({
        title: "Columns",
        description: "Default: those of the item, and a few of each related object",
        options: async ({ http }) => {
          await tryAccount(http, url);
          return new NodeColumns(schema, list.node).ids.map((id) => ({ title: id, value: id }));
        },
        optional: true,
      }),
    },
    sharedFilter: [],
    fields: async ({ http, filter }) => {
      await tryAccount(http, url);
      return chosenColumns(known, filter).columns;
    },
    synchronization: ({ filter }) => Promise.resolve(keyOf(chosenColumns(known, filter))),
    validateFilter: ({ filter }) => {
      chosenColumns(known, filter);
      givenArguments(schema, list, filter);
      return Promise.resolve();
    },
    rows: ({ http, filter }) => readRows(http, known, filter),
  });
}

/**
 * Returns the columns that a person has chosen.
 *
 * @param known - The list
 * @param values - Values of the form
 * @returns The columns
 * @throws ConnectorError `invalid_field` when there is no such column
 */
export function chosenColumns({ schema, list }: KnownList, values: Values): NodeColumns {
  // The field is a list of texts that the form has read.
  const chosen = (values[columnsField] ?? []) as readonly string[];
  const { ids } = new NodeColumns(schema, list.node);
  const wrong = chosen.find((id) => !ids.includes(id));
  if (wrong === undefined) return new NodeColumns(schema, list.node, chosen);
  const near = didYouMean(wrong, ids);
  throw inputInvalid(`Could not read "${wrong}": the list "${list.id}" has no such column.${near}`, {
    field: columnsField,
  });
}

/**
 * Returns the key of the rows: the id of the items, if it is read.
 *
 * @param columns - The columns
 * @returns The key
 */
export function keyOf({ columns }: NodeColumns): { readonly key?: readonly string[] } {
  return columns["id"]?.column === "id" ? { key: ["id"] } : {};
}

/**
 * Reads the rows of a list.
 *
 * @param http - Client of the request
 * @param known - The list
 * @param values - Values of the form
 * @returns The rows, in batches
 */
export async function* readRows(
  http: Http,
  known: KnownList,
  values: Values,
): AsyncGenerator<ReadonlyArray<RowOf<Columns>>> {
  const { url, schema, list, isStable } = known;
  const columns = chosenColumns(known, values);
  const [key] = keyOf(new NodeColumns(schema, list.node)).key ?? [];
  // The id is read even if it is not a column of the rows, because it shows whether items have moved.
  const asked =
    key === undefined ? columns : new NodeColumns(schema, list.node, [...Object.keys(columns.columns), key]);
  const query = listQuery(list, givenArguments(schema, list, values), asked.selection);
  for await (const items of readList({ http, url, list, query, key, isStable })) {
    // Cells are JSON values. The server rejects a value that does not match its column, and names it.
    yield items.map((item) => columns.row(item) as RowOf<Columns>);
  }
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s|\n/, 1)[0] ?? "";
}

function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
