import type { DuckDBConnection } from "@duckdb/node-api";
import { quoteText } from "../engine/quote.js";
import { isAllowedFunction, isAllowedTableFunction } from "./allowed-functions.js";

/** A statement that must not run. The message is the reason, as the end of a sentence. */
export class RefusedSql extends Error {
  override readonly name = "RefusedSql";
}

/**
 * Inspects a statement without running it. It must be a single SELECT that calls only allowed functions. The engine's
 * own parser parses it, so nothing is guessed from its text.
 *
 * @param connection - Connection to an engine that cannot access files
 * @param sql - What the user typed
 * @returns Names of the tables it reads, except its own `WITH` clauses
 * @throws RefusedSql when it may not run; the engine's error when it cannot be parsed
 */
export async function inspectSql(connection: DuckDBConnection, sql: string): Promise<readonly string[]> {
  const { count } = await connection.extractStatements(sql);
  if (count !== 1) throw new RefusedSql(`expected one SELECT, got ${count} statements`);
  const serialized = await connection.runAndReadAll(`SELECT json_serialize_sql(${quoteText(sql)})`);
  // The function returns JSON text.
  const tree = JSON.parse(String(serialized.getRows()[0]?.[0])) as Tree;
  if (tree["error"] === true) throw new RefusedSql("expected one SELECT, got another statement");
  return new Inspection().tablesOf(tree);
}

type Tree = Readonly<Record<string, unknown>>;

/** A part of the statement and the names of the `WITH` clauses it can use. */
interface Part {
  readonly node: unknown;
  readonly scope: ReadonlySet<string>;
}

/**
 * Traverses the tree of a statement. Uses a list instead of recursion, because the tree may be deeper than the stack
 * allows.
 */
class Inspection {
  readonly #tables = new Set<string>();

  tablesOf(tree: Tree): readonly string[] {
    const left: Part[] = [{ node: tree, scope: new Set() }];
    for (let part = left.pop(); part !== undefined; part = left.pop()) {
      const { node, scope } = part;
      if (Array.isArray(node)) left.push(...node.map((item: unknown) => ({ node: item, scope })));
      else if (isTree(node)) {
        const inner = this.#visit(node, scope);
        for (const member of Object.values(node)) left.push({ node: member, scope: inner });
      }
    }
    return [...this.#tables];
  }

  #visit(node: Tree, scope: ReadonlySet<string>): ReadonlySet<string> {
    if (node["type"] === "BASE_TABLE") this.#table(node, scope);
    if (node["type"] === "SHOW_REF") throw new RefusedSql("expected one SELECT, got a description of tables");
    if (node["class"] === "PARAMETER") throw new RefusedSql("expected values, got parameters");
    if (node["type"] === "TABLE_FUNCTION") this.#tableFunction(node["function"]);
    else if (typeof node["function_name"] === "string" && !isAllowedFunction(node["function_name"])) {
      // Table functions are checked separately.
      if (!isAllowedTableFunction(node["function_name"])) throw unavailable(node["function_name"]);
    }
    const withClauses = namesOfWith(node["cte_map"]);
    return withClauses.length === 0 ? scope : new Set([...scope, ...withClauses]);
  }

  #table(node: Tree, scope: ReadonlySet<string>): void {
    const name = textOf(node["table_name"]);
    const [catalog, schema] = [textOf(node["catalog_name"]), textOf(node["schema_name"])];
    const isPlain = (catalog === "" || catalog === "memory") && (schema === "" || schema === "main");
    if (!isPlain)
      throw new RefusedSql(
        `there is no source "${[catalog, schema, name].filter(Boolean).join(".")}". Name a source of this connector`,
      );
    if (schema !== "" || !scope.has(name.toLowerCase())) this.#tables.add(name);
  }

  #tableFunction(call: unknown): void {
    const name = isTree(call) ? textOf(call["function_name"]) : "";
    if (!isAllowedTableFunction(name)) throw unavailable(name);
  }
}

function unavailable(name: string): RefusedSql {
  return new RefusedSql(
    `the function "${name}" is not available. Use functions that compute values from rows`,
  );
}

function namesOfWith(map: unknown): readonly string[] {
  const entries = isTree(map) ? map["map"] : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.map((entry: unknown) => (isTree(entry) ? textOf(entry["key"]).toLowerCase() : ""));
}

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
