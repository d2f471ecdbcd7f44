import { type DatabaseHandle, explain } from "./database-handle.js";
import { RefusedError } from "./refused-error.js";

/**
 * Functions that only compute. All others are rejected, such as `readfile`, `writefile`, `load_extension`,
 * `fts3_tokenizer`, `sha3_query` and the encryption settings.
 */
const functionNames = `
-> ->> abs acos acosh asin asinh atan atan2 atanh atn2 avg bm25 ceil ceiling changes char charindex coalesce concat
concat_ws cos cosh cot coth count cume_dist current_date current_time current_timestamp date datetime degrees
dense_rank difference exp first_value floor format geopoly_area geopoly_bbox geopoly_blob geopoly_ccw
geopoly_contains_point geopoly_group_bbox geopoly_json geopoly_overlap geopoly_regular geopoly_svg geopoly_within
geopoly_xform glob group_concat hex highlight ifnull iif instr json json_array json_array_length json_error_position
json_extract json_group_array json_group_object json_insert json_object json_patch json_quote json_remove
json_replace json_set json_type json_valid jsonb jsonb_array jsonb_extract jsonb_group_array jsonb_group_object
jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday lag last_insert_rowid last_value
lead leftstr length like likelihood likely ln log log10 log2 lower lower_quartile ltrim match matchinfo max median min
mod mode nth_value ntile nullif octet_length offsets padc padl padr percent_rank pi pow power printf proper quote
radians random randomblob rank regexp regexpi replace replicate reverse rightstr round row_number rtreedepth rtreenode
rtrim sha3 sign sin sinh snippet soundex sqlite_source_id sqlite_version sqrt square stdev strfilter strftime
string_agg substr substring subtype sum tan tanh time timediff total total_changes trim trunc typeof unhex unicode
unixepoch unlikely upper upper_quartile uuid uuid_blob uuid_str variance vector vector16 vector1bit vector32 vector64
vector8 vector_distance_cos vector_distance_l2 vector_extract vectorb16 zeroblob`;

/** Names of the functions that a statement may call. */
const allowedFunctions: ReadonlySet<string> = new Set(functionNames.trim().split(/\s+/));

/** Whitespace and comments before the first word. The last comment may be unclosed. */
const beginning = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*(?<word>[a-z]*)/i;
const readingWords: ReadonlySet<string> = new Set(["select", "with", "values"]);

/** Opcodes that change something, including settings. */
const writing: ReadonlySet<string> = new Set(
  `OpenWrite Insert Delete Clear Destroy CreateBtree ParseSchema SetCookie Vacuum IncrVacuum JournalMode Checkpoint
  AutoCommit Savepoint SqlExec VUpdate VCreate VDestroy VRename DropTable DropIndex DropTrigger LoadAnalysis
  TableLock Program`.split(/\s+/),
);

/** Table-valued functions that only compute. */
const computedTables = ["json_each('[]')", "json_tree('[]')", "generate_series(1, 1)"];
/** Virtual table modules that store their rows in the file. */
const storedModules = /\busing\s+["'`[]?(?:fts[345]|rtree|rtree_i32|geopoly)\b/i;

/** One instruction in the output of `EXPLAIN`. */
interface Instruction {
  readonly name: string;
  readonly p2: unknown;
  readonly p4: string;
}

/**
 * Returns why a statement is refused before it is compiled. Some pragmas take effect when they are compiled.
 *
 * @param sql - The statement
 * @returns The error, or `undefined` when the first word is that of a statement that reads
 */
export function refuseFirstWord(sql: string): RefusedError | undefined {
  const word = beginning.exec(sql)?.groups?.["word"] ?? "";
  if (readingWords.has(word.toLowerCase())) return undefined;
  return new RefusedError("REFUSED_KIND", "it does not begin with SELECT, WITH or VALUES");
}

/**
 * Checks that a statement only reads. The statement is compiled. Every instruction, including those of views, must be
 * one that reads. Every function must be one that only computes, and every virtual table must be a known one.
 *
 * @param handle - An open database
 * @param sql - The statement
 * @throws RefusedError when the statement does anything else
 * @throws SqliteError when it cannot be compiled
 */
export function inspectStatement(handle: DatabaseHandle, sql: string): void {
  const refusal = refuseFirstWord(sql);
  if (refusal !== undefined) throw refusal;
  let tables: ReadonlySet<string> | undefined;
  for (const { name, p2, p4 } of compiled(handle, sql)) {
    // The second operand of a write transaction is not zero.
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

/** Returns whether an instruction also applies to sorters and intermediate results. */
function isTemporary(name: string): boolean {
  return name === "Insert" || name === "Delete" || name === "Clear";
}

function checkFunction(p4: string): void {
  const name = p4.replace(/\(-?\d+\)$/, "").toLowerCase();
  if (p4 === "" || allowedFunctions.has(name)) return;
  throw new RefusedError("REFUSED_FUNCTION", `the function ${name}() is not allowed`);
}

/**
 * Returns the known virtual tables. `EXPLAIN` shows an address instead of a name, the same for all statements of a
 * handle.
 */
function knownTables(handle: DatabaseHandle): ReadonlySet<string> {
  const rows = handle
    .prepare("select name, sql from sqlite_schema where type = 'table' and rootpage = 0")
    .raw(true)
    .all() as readonly (readonly [name: unknown, sql: unknown])[]; // The cast is safe: the statement has two columns.
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
  // `EXPLAIN` has eight columns: address, opcode, three operands, the fourth as text, and two more.
  return explain(handle, `explain ${sql}`).map(([, name, , p2, , p4]) => ({
    name: String(name),
    p2,
    p4: typeof p4 === "string" ? p4 : "",
  }));
}

/** Matches strings, names, comments and other words, then bytes literals. An unclosed token extends to the end. */
const sqlToken =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[xX]'(?<digits>(?:[0-9A-Fa-f]{2})*)'|[\w$\u0080-\uffff]+/g;

/**
 * Replaces bytes literals with calls that return the same bytes. `EXPLAIN` shows such literals raw, but the library can
 * read only text there.
 *
 * @param sql - A valid statement
 * @returns The statement to inspect and to execute
 */
export function replaceBinaryLiterals(sql: string): string {
  return sql.replace(sqlToken, (match: string, ...rest: readonly unknown[]) => {
    // The cast is safe: with named groups, the last argument of a replacer is the groups object.
    const { digits } = rest.at(-1) as { readonly digits?: string };
    return digits === undefined ? match : `unhex('${digits}')`;
  });
}
