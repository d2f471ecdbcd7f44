import { readRequest, sendFrame } from "@wellhead/engine-process/program";
import { type EngineRequest, refused } from "./messages.js";
import { quoteText } from "./quote.js";
import { TextDatabase } from "./text-database.js";

// The program of the process that holds the rows. It handles requests one after another. Its parent kills it when a
// response takes too long or is no longer needed.

/** A statement that is rejected before it runs. The message is the reason, as the end of a sentence. */
class RefusedStatement extends Error {}

type Opened = Extract<EngineRequest, { readonly kind: "open" }>;

let database: TextDatabase | undefined;

for (;;) {
  // Only `Engine` starts this program, and it sends only requests of this type.
  const request = readRequest() as EngineRequest | undefined;
  if (request === undefined) break;
  try {
    await answer(request);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof RefusedStatement ? refused : "";
    sendFrame("fault", Buffer.from(JSON.stringify({ code, message })));
  }
}

async function answer(request: EngineRequest): Promise<void> {
  if (request.kind === "open") {
    database = await open(request);
    return sendAnswer([]);
  }
  if (database === undefined) throw new TypeError("expected the engine to be open");
  if (request.kind === "reset") {
    database.close();
    database = undefined;
    return sendAnswer([]);
  }
  if (request.kind === "lines") return sendLines(database, request.sql);
  if (request.kind === "parse") return sendFrame("answer", Buffer.from(await parse(database, request.sql)));
  return sendAnswer(await database.run(request.sql));
}

function sendAnswer(value: unknown): void {
  sendFrame("answer", Buffer.from(JSON.stringify(value)));
}

async function open({ limits, folder, spillFolder }: Opened): Promise<TextDatabase> {
  const opened = await TextDatabase.open({
    memory_limit: limits.memory,
    threads: String(limits.threads),
    temp_directory: spillFolder,
    max_temp_directory_size: limits.temporaryFiles,
  });
  await opened.run(lockDown(folder));
  return opened;
}

/** Returns the syntax tree of a SELECT as JSON, whose numbers a double cannot always hold. */
async function parse(engine: TextDatabase, sql: string): Promise<string> {
  const count = await engine.countStatements(sql);
  if (count !== 1) throw new RefusedStatement(`expected one SELECT, got ${count} statements`);
  const serialized = await engine.run(`SELECT json_serialize_sql(${quoteText(sql)})`);
  const text = withoutInfinity(String(serialized[0]?.[0]));
  const tree: unknown = JSON.parse(text);
  const isSelect = typeof tree === "object" && tree !== null && "error" in tree && tree.error === false;
  if (!isSelect) throw new RefusedStatement("expected one SELECT, got another statement");
  return text;
}

/** Replaces the infinite numbers of a syntax tree, such as that of 1e400, which the engine does not write as JSON. */
function withoutInfinity(text: string): string {
  // The pattern below is not for texts of megabytes.
  if (!/:-?Infinity/.test(text)) return text;
  return text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|Infinity/g, (token) =>
    token === "Infinity" ? "1e400" : token,
  );
}

/** Sends the rows of a statement. The statement reads a complete table and is not expected to fail midway. */
async function sendLines(engine: TextDatabase, sql: string): Promise<void> {
  for await (const lines of engine.stream(sql))
    sendFrame("batch", Buffer.from(`${lines.join("\n")}\n`), lines.length);
  sendFrame("end");
}

/**
 * Returns the statements that restrict an engine to the files of one folder and lock its settings. Their order matters,
 * because the later statements forbid changes that the earlier ones make.
 *
 * @param folder - The folder
 * @returns SQL
 */
function lockDown(folder: string): string {
  return `
    SET GLOBAL TimeZone = 'UTC';
    SET GLOBAL checkpoint_threshold = '1TiB';
    SET GLOBAL autoinstall_known_extensions = false;
    SET GLOBAL autoload_known_extensions = false;
    SET GLOBAL allow_community_extensions = false;
    SET GLOBAL allowed_directories = [${quoteText(folder)}];
    SET GLOBAL enable_external_access = false;
    SET GLOBAL lock_configuration = true;`;
}
