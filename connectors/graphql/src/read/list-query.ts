import type { GivenArguments } from "../arguments/list-arguments.js";
import type { ListModel } from "../schema/find-lists.js";
import { typeText } from "../schema/schema.js";

/** A query for a list, and where its parts are in the response. */
export interface ListQuery {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Names on the way to the list. */
  readonly place: readonly string[];
}

/**
 * Writes the query of a list.
 *
 * @param model - The list
 * @param given - Its arguments
 * @param selection - Selection of an item
 * @returns The query; a connection takes its page from the variables `first` and `after`
 */
export function listQuery(model: ListModel, given: GivenArguments, selection: string): ListQuery {
  const { path, form } = model;
  const place = path.map(({ name }) => name);
  const paging = form === "array" ? [] : pagingDeclarations(model);
  const pageArguments = form === "array" ? [] : ["first: $first", "after: $after"];
  const inner = path.reduceRight(
    (content, { name }, level) => {
      const isLast = level === path.length - 1;
      const args = [...(given.byLevel[level] ?? []), ...(isLast ? pageArguments : [])];
      return `${name}${args.length === 0 ? "" : `(${args.join(", ")})`} { ${content} }`;
    },
    contentOf(form, selection),
  );
  const declarations = [...given.declarations, ...paging];
  const head = declarations.length === 0 ? "query List" : `query List(${declarations.join(", ")})`;
  return { query: `${head} { ${inner} }`, variables: given.variables, place };
}

function contentOf(form: ListModel["form"], selection: string): string {
  if (form === "array") return selection;
  const items = form === "nodes" ? `nodes { ${selection} }` : `edges { node { ${selection} } }`;
  return `pageInfo { hasNextPage endCursor } ${items}`;
}

/** The types of the arguments of paging, which are those of the schema. */
function pagingDeclarations({ path }: ListModel): readonly string[] {
  const args = path.at(-1)?.args ?? [];
  return ["first", "after"].map((name) => {
    const type = args.find((one) => one.name === name)?.type;
    const written = type === undefined ? "" : typeText(type);
    // The first page has no cursor.
    return `$${name}: ${name === "after" ? written.replace(/!$/, "") : written}`;
  });
}
