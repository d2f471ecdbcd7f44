import { accountInvalid } from "@wellhead/sdk";
import type { Message } from "../messages/message-scanner.js";
import { columnsOfSchema } from "../schema/schema-columns.js";
import type { Specification, ToolConfig } from "../specification/specification.js";
import { isObject, type Stream, textsOf } from "../specification/stream.js";
import type { RunContext } from "../tool/run-context.js";
import { readMessages } from "../tool/stream-reading.js";
import type { PreparedReading, ReadRequest, Tool, ToolRequest } from "../tool/tool.js";
import type { ToolRun } from "../tool/tool-run.js";
import type { RunRequest, ToolRunner } from "../tool/tool-runner.js";
import { AirbyteProtocol, takeOther, traceFailure } from "./airbyte-protocol.js";

const layout = { layout: "airbyte" } as const;
const configFile = "config.json";
const catalogFile = "catalog.json";
const stateFile = "state.json";

/** A command that returns one message. */
interface Question<Answer> {
  /** Type of the message. */
  readonly type: string;
  readonly request: RunRequest;
  /** Reads the message. `config` is the configuration as the program has changed it. */
  readonly read: (
    found: Message,
    more: { readonly run: ToolRun; readonly config: ToolConfig | undefined },
  ) => Answer;
}

/** A source of Airbyte. */
export class AirbyteTool implements Tool {
  readonly #runner: ToolRunner;

  /** @param runner - Runs the program */
  constructor(runner: ToolRunner) {
    this.#runner = runner;
  }

  async specify(context: RunContext): Promise<Specification> {
    return this.#ask(context, {
      type: "SPEC",
      request: { args: ["spec"], files: {}, secrets: [] },
      read: ({ value }) => {
        const { connectionSpecification: schema, documentationUrl: site } = objectOf(value["spec"]);
        return { schema: objectOf(schema), site: typeof site === "string" ? site : undefined };
      },
    });
  }

  async check(request: ToolRequest, context: RunContext): Promise<ToolConfig | undefined> {
    return this.#ask(context, {
      type: "CONNECTION_STATUS",
      request: this.#withConfig("check", request),
      // The exit code is 0 even if the account does not work. Only the status says so.
      read: ({ value }, { run, config }) => {
        const { status, message } = objectOf(value["connectionStatus"]);
        if (status === "SUCCEEDED") return config;
        const words =
          typeof message === "string" && message.trim() !== "" ? message : "it refused the account";
        throw run.failure(words, accountInvalid);
      },
    });
  }

  async discover(request: ToolRequest, context: RunContext): Promise<readonly Stream[]> {
    return this.#ask(context, {
      type: "CATALOG",
      request: this.#withConfig("discover", request),
      read: ({ value }) => {
        const { streams } = objectOf(value["catalog"]);
        return streamsOf(Array.isArray(streams) ? streams.filter(isObject) : []);
      },
    });
  }

  prepare({ config, secrets, stream, isIncremental, state }: ReadRequest): PreparedReading {
    const modes = textsOf(stream.described["supported_sync_modes"]);
    const mode =
      isIncremental || (modes.length > 0 && !modes.includes("full_refresh")) ? "incremental" : "full_refresh";
    const { default_cursor_field: standard, source_defined_primary_key: key } = stream.described;
    const cursor = stream.cursor === undefined ? standard : [stream.cursor];
    const configured = {
      stream: stream.described,
      sync_mode: mode,
      destination_sync_mode: "append",
      ...(Array.isArray(cursor) && { cursor_field: cursor }),
      ...(Array.isArray(key) && { primary_key: key }),
    };
    const args = ["read", "--config", `@${configFile}`, "--catalog", `@${catalogFile}`];
    return {
      request: {
        args: state === undefined ? args : [...args, "--state", `@${stateFile}`],
        files: {
          [configFile]: JSON.stringify(config),
          [catalogFile]: JSON.stringify({ streams: [configured] }),
          ...(state !== undefined && { [stateFile]: state }),
        },
        secrets,
      },
      protocol: new AirbyteProtocol(stream),
    };
  }

  #withConfig(command: string, { config, secrets }: ToolRequest): RunRequest {
    return {
      args: [command, "--config", `@${configFile}`],
      files: { [configFile]: JSON.stringify(config) },
      secrets,
    };
  }

  /** Runs a command that returns one message, and reads it. */
  async #ask<Answer>(context: RunContext, { type, request, read }: Question<Answer>): Promise<Answer> {
    const run = await this.#runner.start(request, context);
    try {
      const { messages, code } = await readMessages(run, layout);
      let config: ToolConfig | undefined;
      for (const message of messages) {
        takeOther(message, run, (changed) => {
          config = changed;
        });
      }
      const found = messages.find((message) => message.type === type);
      if (found === undefined) throw failureOf(messages, run, { type, code });
      return read(found, { run, config });
    } finally {
      await run.close();
    }
  }
}

function failureOf(
  messages: readonly Message[],
  run: ToolRun,
  { type, code }: { readonly type: string; readonly code: number },
): Error {
  for (const { type: kind, value } of messages) {
    const failure = kind === "TRACE" ? traceFailure(value["trace"], run) : undefined;
    if (failure !== undefined) return failure;
  }
  return run.failure(code === 0 ? `it ended without a message of the type ${type}` : run.exitReason(code));
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Names streams. One whose name is that of another is named with its namespace. */
function streamsOf(described: readonly Readonly<Record<string, unknown>>[]): readonly Stream[] {
  const names = described.map(({ name }) => String(name));
  return described.map((stream, index) => {
    const name = names[index] ?? "";
    const { namespace, json_schema: schema, source_defined_primary_key: paths } = stream;
    const space = typeof namespace === "string" && namespace !== "" ? namespace : undefined;
    const isShared = names.filter((one) => one === name).length > 1;
    const columns = columnsOfSchema(objectOf(schema));
    return {
      id: isShared && space !== undefined ? `${space}.${name}` : name,
      name,
      namespace: space,
      columns,
      key: keyOf(paths, columns),
      isIncremental: textsOf(stream["supported_sync_modes"]).includes("incremental"),
      described: stream,
    };
  });
}

/** Returns the columns of a key; `undefined` when a part of it is not a column, such as a member of an object. */
function keyOf(paths: unknown, columns: object): readonly string[] | undefined {
  if (!Array.isArray(paths) || paths.length === 0) return undefined;
  const key = paths.map((path: unknown) => (typeof path === "string" ? [path] : textsOf(path)));
  const names = key.map(([name = ""]) => name);
  const areColumns = key.every((path) => path.length === 1 && Object.hasOwn(columns, path[0] ?? ""));
  return areColumns ? names : undefined;
}
