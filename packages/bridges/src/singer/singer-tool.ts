import { Buffer } from "node:buffer";
import { accountInvalid, isConnectorError } from "@wellhead/sdk";
import type { Specification } from "../specification/specification.js";
import { isObject, type JsonSchema, type Stream } from "../specification/stream.js";
import type { RunContext } from "../tool/run-context.js";
import type { PreparedReading, ReadRequest, Tool, ToolRequest } from "../tool/tool.js";
import type { ToolRun } from "../tool/tool-run.js";
import type { RunRequest, ToolRunner } from "../tool/tool-runner.js";
import { catalogOf, streamsOf } from "./singer-catalog.js";
import { SingerProtocol } from "./singer-protocol.js";

/** How a tap is called, beyond what all of them have in common. */
export interface SingerCalls {
  /** JSON Schema of the configuration. Default: what `--about --format=json` prints. */
  readonly settings?: JsonSchema;
  /** Argument before the catalogue; `false` for taps without one. Default: `--catalog`. */
  readonly catalog?: "--catalog" | "--properties" | false;
  /** Whether the tap has `--discover`. Default: `true`. */
  readonly discover?: boolean;
}

const configFile = "config.json";
const catalogFile = "catalog.json";
const stateFile = "state.json";
/** Property that holds the whole configuration of a tap that says nothing of it. */
const wholeProperty = "config";

const unknownSettings: JsonSchema = {
  type: "object",
  required: [wholeProperty],
  properties: {
    [wholeProperty]: {
      type: "object",
      secret: true,
      title: "Configuration",
      description: "The configuration of the tap, as JSON.",
    },
  },
};

/** A tap of Singer. */
export class SingerTool implements Tool {
  readonly #runner: ToolRunner;
  readonly #calls: SingerCalls;
  readonly #listed: readonly string[];

  /**
   * @param runner - Runs the tap
   * @param calls - How it is called
   * @param listed - Streams of a tap that cannot list them
   */
  constructor(runner: ToolRunner, calls: SingerCalls, listed: readonly string[] = []) {
    this.#runner = runner;
    this.#calls = calls;
    this.#listed = listed;
  }

  async specify(context: RunContext): Promise<Specification> {
    const { settings } = this.#calls;
    if (settings !== undefined) return { schema: settings, site: undefined };
    try {
      const request = { args: ["--about", "--format=json"], files: {}, secrets: [] };
      const about = await this.#document(request, context);
      if (isObject(about) && isObject(about["settings"]))
        return { schema: about["settings"], site: undefined };
    } catch (error) {
      // Most taps do not know the option.
      if (!isConnectorError(error)) throw error;
    }
    return { schema: unknownSettings, site: undefined, whole: wholeProperty };
  }

  async check(request: ToolRequest, context: RunContext): Promise<undefined> {
    if (this.#calls.discover !== false) await this.discover(request, context);
  }

  async discover({ config, secrets }: ToolRequest, context: RunContext): Promise<readonly Stream[]> {
    if (this.#calls.discover === false) return this.#listed.map((name) => listedStream(name));
    const request: RunRequest = {
      args: ["--config", `@${configFile}`, "--discover"],
      files: { [configFile]: JSON.stringify(config) },
      secrets,
    };
    return streamsOf(await this.#document(request, context));
  }

  prepare({ config, secrets, stream, isIncremental, state }: ReadRequest): PreparedReading {
    const { catalog = "--catalog", discover } = this.#calls;
    const hasCatalog = catalog !== false && discover !== false;
    const args = ["--config", `@${configFile}`];
    if (hasCatalog) args.push(catalog, `@${catalogFile}`);
    if (state !== undefined) args.push("--state", `@${stateFile}`);
    return {
      request: {
        args,
        files: {
          [configFile]: JSON.stringify(config),
          ...(hasCatalog && { [catalogFile]: JSON.stringify(catalogOf(stream, isIncremental)) }),
          ...(state !== undefined && { [stateFile]: state }),
        },
        secrets,
      },
      protocol: new SingerProtocol(stream),
    };
  }

  /** Runs a command that prints one document. */
  async #document(request: RunRequest, context: RunContext): Promise<unknown> {
    const run = await this.#runner.start(request, context);
    try {
      const lines: string[] = [];
      for await (const some of run.lines())
        for (const { source, start, end } of some) lines.push(source.toString("utf8", start, end));
      const code = await run.exit();
      // A tap has no other way to refuse its configuration.
      if (code !== 0) throw run.failure(run.exitReason(code), accountInvalid);
      return parseDocument(lines, run);
    } finally {
      await run.close();
    }
  }
}

/** Parses a document that may follow other lines, such as a banner. */
function parseDocument(lines: readonly string[], run: ToolRun): unknown {
  const start = lines.findIndex((line) => line.startsWith("{"));
  const text = start === -1 ? "" : lines.slice(start).join("\n");
  try {
    const document: unknown = JSON.parse(text.slice(0, text.lastIndexOf("}") + 1));
    return document;
  } catch {
    throw run.failure(
      `it did not print a JSON object, but ${Buffer.byteLength(lines.join("\n"))} bytes of other text`,
    );
  }
}

/** A stream of a tap that cannot list its streams. Its columns are those of the schema that comes before its records. */
function listedStream(name: string): Stream {
  return {
    id: name,
    name,
    namespace: undefined,
    columns: {},
    key: undefined,
    isIncremental: false,
    described: { tap_stream_id: name, stream: name },
  };
}
