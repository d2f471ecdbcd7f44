import { ConnectorError, IncompleteRowsError } from "@wellhead/client";
import { isObject, type JsonObject, readJsonFile, specificationOf } from "../bridge/bridge-config.js";
import { OutConnector, readOutState } from "../bridge/out-connector.js";
import type { OutStream } from "../bridge/out-stream.js";
import type { Arguments } from "../command-line/arguments.js";
import { CommandError, usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { readVersion } from "../command-line/read-version.js";
import { watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/** Column that says when a row was deleted, as taps name it. */
const deletedColumn = "_sdc_deleted_at";

/**
 * Runs `wellhead singer`: a Singer tap that reads any connector.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runSinger(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const [place = ""] = commandLine.operands;
  const file = async (name: string): Promise<unknown> => {
    const path = commandLine.value(name);
    return path === undefined ? undefined : readJsonFile(path, terminal.directory);
  };
  const stop = watchStopSignals();
  let opened: OutConnector | undefined;
  try {
    opened = await OutConnector.open(place, { commandLine, terminal, stop, config: await file("config") });
    if (commandLine.has("about")) await about(opened, terminal);
    else if (commandLine.has("discover")) {
      const streams = await listStreams(opened, terminal);
      await write(terminal.stdout, `${JSON.stringify({ streams: streams.map(describe) }, undefined, 2)}\n`);
    } else {
      const catalog = await file(commandLine.has("properties") ? "properties" : "catalog");
      await sync(opened, terminal, { catalog, state: await file("state") });
    }
    return "success";
  } catch (error) {
    if (!(error instanceof ConnectorError) && !(error instanceof IncompleteRowsError)) throw error;
    const exit = error instanceof IncompleteRowsError ? error.ending : "refused";
    throw new CommandError(exit, error.message, { cause: error });
  } finally {
    await opened?.close();
    stop.end();
  }
}

async function about({ application }: OutConnector, terminal: Terminal): Promise<void> {
  const { id, description } = application;
  const document = {
    name: id,
    description,
    version: readVersion(),
    capabilities: ["about", "catalog", "discover", "state"],
    settings: specificationOf(application),
  };
  await write(terminal.stdout, `${JSON.stringify(document, undefined, 2)}\n`);
}

async function listStreams(connector: OutConnector, terminal: Terminal): Promise<readonly OutStream[]> {
  await connector.check();
  return connector.streams((text) => write(terminal.stderr, `${text}\n`));
}

async function sync(
  connector: OutConnector,
  terminal: Terminal,
  { catalog, state }: { readonly catalog: unknown; readonly state: unknown },
): Promise<void> {
  const known = await listStreams(connector, terminal);
  const given = isObject(state) && isObject(state["bookmarks"]) ? state["bookmarks"] : {};
  const bookmarks: Record<string, unknown> = { ...given };
  const say = (message: object): Promise<void> => write(terminal.stdout, `${JSON.stringify(message)}\n`);
  for (const { id, isIncremental } of selectedStreams(catalog, known)) {
    const stream = known.find((one) => one.id === id);
    if (stream === undefined) throw usageError(`Could not read "${id}": the connector has no such stream.`);
    const { key } = stream;
    await say({ type: "SCHEMA", stream: id, schema: stream.schema(deletedColumn), key_properties: key });
    if (!isIncremental || !stream.isIncremental) {
      for await (const records of connector.rows(stream)) await writeRecords(terminal, id, records);
      continue;
    }
    const pages = connector.pages(stream, { state: readOutState(bookmarks[id]), deleted: deletedColumn });
    for await (const page of pages) {
      await writeRecords(terminal, id, page.records);
      bookmarks[id] = page.state;
      await say({ type: "STATE", value: { bookmarks } });
    }
  }
}

async function writeRecords(terminal: Terminal, id: string, records: readonly string[]): Promise<void> {
  if (records.length === 0) return;
  const start = `{"type":"RECORD","stream":${JSON.stringify(id)},"time_extracted":"${new Date().toISOString()}","record":`;
  await write(terminal.stdout, records.map((record) => `${start}${record}}\n`).join(""));
}

function describe(stream: OutStream): JsonObject {
  const { id, key, isIncremental } = stream;
  const method = isIncremental ? "INCREMENTAL" : "FULL_TABLE";
  const root = {
    inclusion: "available",
    selected: true,
    "table-key-properties": key,
    "replication-method": method,
  };
  return {
    tap_stream_id: id,
    stream: id,
    key_properties: key,
    replication_method: method,
    schema: stream.schema(deletedColumn),
    metadata: [{ breadcrumb: [], metadata: root }],
  };
}

interface SelectedStream {
  readonly id: string;
  readonly isIncremental: boolean;
}

/** Without a catalogue, all streams are read. */
function selectedStreams(catalog: unknown, known: readonly OutStream[]): readonly SelectedStream[] {
  if (!isObject(catalog) || !Array.isArray(catalog["streams"]))
    return known.map(({ id, isIncremental }) => ({ id, isIncremental }));
  return catalog["streams"].filter(isObject).flatMap((stream): SelectedStream[] => {
    const entries = Array.isArray(stream["metadata"]) ? stream["metadata"].filter(isObject) : [];
    const root = entries.find(({ breadcrumb }) => Array.isArray(breadcrumb) && breadcrumb.length === 0);
    const metadata = isObject(root?.["metadata"]) ? root["metadata"] : {};
    const schema = isObject(stream["schema"]) ? stream["schema"] : {};
    const isSelected = metadata["selected"] ?? schema["selected"] ?? stream["selected"];
    if (isSelected !== true) return [];
    const method = metadata["replication-method"] ?? stream["replication_method"];
    return [
      { id: String(stream["tap_stream_id"] ?? stream["stream"]), isIncremental: method !== "FULL_TABLE" },
    ];
  });
}
