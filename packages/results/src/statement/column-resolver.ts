import { partsOf } from "./equalities.js";
import type { TableReference, WithEntry } from "./from-clause.js";
import type { NamedTable } from "./named-table.js";
import { isNode, itemsOf, renamesColumns, type SyntaxNode } from "./syntax-node.js";

/** Returns the columns of a table in lower case; `undefined` when they are not known. */
export type KnownColumns = (table: NamedTable) => ReadonlySet<string> | undefined;

/** A SELECT, and the names that its expressions can use. */
export interface Level {
  readonly select: SyntaxNode;
  readonly references: readonly TableReference[];
  readonly withEntries: readonly WithEntry[];
}

/** Finds which table a column belongs to. */
export class ColumnResolver {
  readonly #levels: readonly Level[];
  readonly #columns: KnownColumns;

  /**
   * @param levels - The SELECT and those around it, the innermost first
   * @param columns - Finds the columns of a table, for names that are not qualified
   */
  constructor(levels: readonly Level[], columns: KnownColumns) {
    this.#levels = levels;
    this.#columns = columns;
  }

  /**
   * Finds the references that the columns of an expression belong to. Subqueries are not searched.
   *
   * @param expression - The expression
   * @returns A reference for each column; `undefined` for one that is not found
   */
  referencesIn(expression: SyntaxNode): readonly (TableReference | undefined)[] {
    if (expression["class"] === "SUBQUERY") return [];
    if (expression["class"] === "COLUMN_REF") return [this.resolve(expression)];
    return Object.values(expression)
      .flatMap((member) => (Array.isArray(member) ? itemsOf(member) : [member]))
      .flatMap((member) => (isNode(member) ? this.referencesIn(member) : []));
  }

  /**
   * Finds the reference that a column belongs to.
   *
   * @param column - The column
   * @returns The reference; `undefined` when there is none, or more than one
   */
  resolve(column: SyntaxNode): TableReference | undefined {
    const parts = partsOf(column);
    for (const { references } of this.#levels) {
      const found =
        parts.length === 1
          ? this.#resolveName(parts[0] ?? "", references)
          : references.find((reference) => isQualified(parts, reference));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #resolveName(name: string, references: readonly TableReference[]): TableReference | undefined {
    const declaring = references.filter((reference) => this.columnsOf(reference)?.has(name) === true);
    const unknown = references.filter((reference) => this.columnsOf(reference) === undefined);
    const [only] = declaring.length > 0 ? declaring : unknown;
    return declaring.length > 1 || (declaring.length === 0 && unknown.length > 1) ? undefined : only;
  }

  /**
   * Returns the columns of a reference.
   *
   * @param reference - The reference
   * @returns Their names in lower case; `undefined` when they are not known
   */
  columnsOf({ node, table }: TableReference): ReadonlySet<string> | undefined {
    return table === undefined || renamesColumns(node) ? undefined : this.#columns(table);
  }
}

function isQualified([first, second]: readonly string[], { alias, table }: TableReference): boolean {
  return first === alias || (second === alias && first === table?.schema.toLowerCase());
}
