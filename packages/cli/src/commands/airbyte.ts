import { ConnectorError, IncompleteRowsError } from "@wellhead/client";
import { isObject, type JsonObject, readJsonFile, specificationOf } from "../bridge/bridge-config.js";
import { OutConnector, readOutState } from "../bridge/out-connector.js";
import type { OutStream } from "../bridge/out-stream.js";
import type { Arguments } from "../command-line/arguments.js";
import { CommandError, usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/** Column that says when a row was deleted, as Airbyte names it. */
const deletedColumn = "_ab_cdc_deleted_at";

/**
 * Runs `wellhead airbyte`: a source of Airbyte that reads any connector.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runAirbyte(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const [place = "", command = ""] = commandLine.operands;
  if (!["spec", "check", "discover", "read"].includes(command))
    throw usageError(`Could not run "${command}": expected spec, check, discover or read.`);
  const stop = watchStopSignals();
  const source = new AirbyteOut(terminal);
  let opened: OutConnector | undefined;
  try {
    const file = async (name: string): Promise<unknown> => {
      const path = commandLine.value(name);
      return path === undefined ? undefined : readJsonFile(path, terminal.directory);
    };
    opened = await OutConnector.open(place, { commandLine, terminal, stop, config: await file("config") });
    if (command === "spec") await source.specify(opened);
    else if (command === "check") await source.check(opened);
    else if (command === "discover") await source.discover(opened);
    else await source.read(opened, { catalog: await file("catalog"), states: await file("state") });
    return "success";
  } catch (error) {
    await source.fail(error);
    if (error instanceof CommandError || !(error instanceof Error)) throw error;
    throw new CommandError(error instanceof IncompleteRowsError ? error.ending : "refused", error.message, {
      cause: error,
    });
  } finally {
    await opened?.close();
    stop.end();
  }
}

/** Writes the messages of a source. */
class AirbyteOut {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  async specify({ application }: OutConnector): Promise<void> {
    const { site, synchronizes } = application;
    await this.#say("SPEC", {
      spec: {
        ...(URL.canParse(site) && { documentationUrl: site }),
        supportsIncremental: synchronizes,
        connectionSpecification: specificationOf(application),
      },
    });
  }

  async check(connector: OutConnector): Promise<void> {
    try {
      await this.#control(await connector.check());
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      const { message } = error;
      return this.#say("CONNECTION_STATUS", { connectionStatus: { status: "FAILED", message } });
    }
    await this.#say("CONNECTION_STATUS", { connectionStatus: { status: "SUCCEEDED" } });
  }

  async discover(connector: OutConnector): Promise<void> {
    await this.#control(await connector.check());
    const streams = await connector.streams((text) => this.#log("INFO", text));
    await this.#say("CATALOG", { catalog: { streams: streams.map(describe) } });
  }

  async read(
    connector: OutConnector,
    { catalog, states }: { readonly catalog: unknown; readonly states: unknown },
  ): Promise<void> {
    const configured =
      isObject(catalog) && Array.isArray(catalog["streams"]) ? catalog["streams"] : undefined;
    if (configured === undefined)
      throw usageError("Could not read the streams: expected --catalog with a configured catalog.");
    await this.#control(await connector.check());
    const known = await connector.streams((text) => this.#log("INFO", text));
    for (const one of configured.filter(isObject)) {
      const name = isObject(one["stream"]) ? String(one["stream"]["name"]) : "";
      const stream = known.find(({ id }) => id === name);
      if (stream === undefined)
        throw usageError(`Could not read "${name}": the connector has no such stream.`);
      await this.#readStream(connector, stream, {
        isIncremental: one["sync_mode"] === "incremental" && stream.isIncremental,
        state: stateOf(states, name),
      });
    }
  }

  /** Reports a failure in the words of the person who runs the source. */
  async fail(error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    const trace = {
      type: "ERROR",
      emitted_at: Date.now(),
      error: { message, failure_type: failureType(error) },
    };
    await this.#say("TRACE", { trace });
  }

  async #readStream(
    connector: OutConnector,
    stream: OutStream,
    { isIncremental, state }: { readonly isIncremental: boolean; readonly state: unknown },
  ): Promise<void> {
    await this.#status(stream, "STARTED");
    try {
      let isRunning = false;
      const running = async (): Promise<void> => {
        if (!isRunning) await this.#status(stream, "RUNNING");
        isRunning = true;
      };
      if (!isIncremental) {
        for await (const records of connector.rows(stream)) {
          await running();
          await this.#records(stream, records);
        }
      } else {
        const pages = connector.pages(stream, { state: readOutState(state), deleted: deletedColumn });
        for await (const page of pages) {
          await running();
          await this.#records(stream, page.records);
          await this.#say("STATE", {
            state: {
              type: "STREAM",
              stream: { stream_descriptor: { name: stream.id }, stream_state: page.state },
              sourceStats: { recordCount: page.records.length },
            },
          });
        }
      }
    } catch (error) {
      await this.#status(stream, "INCOMPLETE");
      throw error;
    }
    await this.#status(stream, "COMPLETE");
  }

  async #records({ id }: OutStream, records: readonly string[]): Promise<void> {
    if (records.length === 0) return;
    const start = `{"type":"RECORD","record":{"stream":${JSON.stringify(id)},"emitted_at":${Date.now()},"data":`;
    await write(this.#terminal.stdout, records.map((record) => `${start}${record}}}\n`).join(""));
  }

  #status({ id }: OutStream, status: string): Promise<void> {
    const about = { stream_descriptor: { name: id }, status };
    return this.#say("TRACE", {
      trace: { type: "STREAM_STATUS", emitted_at: Date.now(), stream_status: about },
    });
  }

  async #control(config: JsonObject | undefined): Promise<void> {
    if (config === undefined) return;
    const control = { type: "CONNECTOR_CONFIG", emitted_at: Date.now(), connectorConfig: { config } };
    await this.#say("CONTROL", { control });
  }

  #log(level: string, message: string): Promise<void> {
    return this.#say("LOG", { log: { level, message } });
  }

  async #say(type: string, members: object): Promise<void> {
    await write(this.#terminal.stdout, `${JSON.stringify({ type, ...members })}\n`);
  }
}

function describe(stream: OutStream): JsonObject {
  const { id, key, isIncremental } = stream;
  return {
    name: id,
    json_schema: stream.schema(isIncremental ? deletedColumn : undefined),
    supported_sync_modes: isIncremental ? ["full_refresh", "incremental"] : ["full_refresh"],
    ...(isIncremental && { source_defined_cursor: true, is_resumable: true }),
    ...(key.length > 0 && { source_defined_primary_key: key.map((column) => [column]) }),
  };
}

/** Finds the state of a stream in the file of states. */
function stateOf(states: unknown, name: string): unknown {
  if (!Array.isArray(states)) return undefined;
  for (const state of states.filter(isObject)) {
    const stream = isObject(state["stream"]) ? state["stream"] : {};
    const descriptor = isObject(stream["stream_descriptor"]) ? stream["stream_descriptor"] : {};
    if (descriptor["name"] === name) return stream["stream_state"];
  }
  return undefined;
}

function failureType(error: unknown): string {
  if (error instanceof IncompleteRowsError) return "transient_error";
  if (!(error instanceof ConnectorError))
    return error instanceof CommandError ? "config_error" : "system_error";
  if (error.isRetryable) return "transient_error";
  return error.status === 400 || error.status === 401 ? "config_error" : "system_error";
}
