import { allowedFunctions } from "./allowed-functions.js";
import type { DatabaseHandle } from "./database-handle.js";
import { RefusedError } from "./refused-error.js";

/** White space and comments before the first word; the last comment may be open. */
const beginning = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*(?<word>[a-z]*)/i;
const readingWords: ReadonlySet<string> = new Set(["select", "with", "values"]);

/** Instructions of a compiled statement that change something, be it a setting. */
const writing: ReadonlySet<string> = new Set(
  `OpenWrite Insert Delete Clear Destroy CreateBtree ParseSchema SetCookie Vacuum IncrVacuum JournalMode Checkpoint
  AutoCommit Savepoint SqlExec VUpdate VCreate VDestroy VRename DropTable DropIndex DropTrigger LoadAnalysis
  TableLock Program`.split(/\s+/),
);

/** Tables made by a function that only compute. */
const computedTables = ["json_each('[]')", "json_tree('[]')", "generate_series(1, 1)"];
/** Modules of virtual tables that keep their rows in the file. */
const storedModules = /\busing\s+["'`[]?(?:fts[345]|rtree|rtree_i32|geopoly)\b/i;

/** One instruction as `EXPLAIN` lists it. */
interface Instruction {
  readonly name: string;
  readonly p2: unknown;
  readonly p4: string;
}

/**
 * Makes sure that a statement only reads: it is compiled, and every instruction of the compiled form, those of
 * views included, must be one that reads, every function one that computes, every virtual table a known one.
 *
 * @param handle - An open database
 * @param sql - The statement
 * @throws RefusedError when it does anything else
 * @throws SqliteError when it cannot be compiled
 */
export function inspectStatement(handle: DatabaseHandle, sql: string): void {
  // Some pragmas act when they are compiled, so what a statement begins with is looked at first.
  const word = beginning.exec(sql)?.groups?.["word"] ?? "";
  if (!readingWords.has(word.toLowerCase())) {
    throw new RefusedError("REFUSED_KIND", "it does not begin with SELECT, WITH or VALUES");
  }
  let tables: ReadonlySet<string> | undefined;
  for (const { name, p2, p4 } of compiled(handle, sql)) {
    // A transaction that may write has a second operand.
    if ((name === "Transaction" && p2 !== 0) || (writing.has(name) && !isTemporary(name))) {
      throw new RefusedError("REFUSED_WRITE", "only reading is allowed");
    }
    if (/^(?:Pure)?Function$|^Agg/.test(name)) checkFunction(p4);
    if (name === "VOpen") {
      tables ??= knownTables(handle);
      if (!tables.has(p4))
        throw new RefusedError("REFUSED_TABLE", "it reads a table that is not in the file");
    }
  }
}

/** Rows of a sorter or of an intermediate result are inserted, deleted and cleared as well. */
function isTemporary(name: string): boolean {
  return name === "Insert" || name === "Delete" || name === "Clear";
}

function checkFunction(p4: string): void {
  const name = p4.replace(/\(-?\d+\)$/, "").toLowerCase();
  if (p4 === "" || allowedFunctions.has(name)) return;
  throw new RefusedError("REFUSED_FUNCTION", `the function ${name}() is not allowed`);
}

/** Virtual tables have no name in the compiled form but an address, the same for all statements of a handle. */
function knownTables(handle: DatabaseHandle): ReadonlySet<string> {
  const rows = handle
    .prepare("select name, sql from sqlite_schema where type = 'table' and rootpage = 0")
    .raw(true)
    .all() as readonly (readonly [name: unknown, sql: unknown])[]; // The statement has two columns.
  const stored = rows
    .filter(([, sql]) => storedModules.test(String(sql)))
    .map(([name]) => `"${String(name).replaceAll('"', '""')}"`);
  const found = new Set<string>();
  for (const name of [...computedTables, ...stored]) {
    for (const instruction of compiled(handle, `select 1 from ${name}`)) {
      if (instruction.name === "VOpen") found.add(instruction.p4);
    }
  }
  return found;
}

function compiled(handle: DatabaseHandle, sql: string): readonly Instruction[] {
  // `EXPLAIN` has eight columns: address, name, three operands, the fourth as text, two more.
  const rows = handle.prepare(`explain ${sql}`).raw(true).all([]) as readonly (readonly unknown[])[];
  return rows.map(([, name, , p2, , p4]) => ({
    name: String(name),
    p2,
    p4: typeof p4 === "string" ? p4 : "",
  }));
}
