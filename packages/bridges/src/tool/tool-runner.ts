import { isAbsolute, join, resolve } from "node:path";
import { FairSlots } from "@wellhead/engine-process";
import { PrivateFolder } from "../process/private-folder.js";
import { ToolProcess } from "../process/tool-process.js";
import type { RunContext } from "./run-context.js";
import type { BridgeOptions } from "./tool-options.js";
import { ToolRun } from "./tool-run.js";

/** One run of a program. */
export interface RunRequest {
  /** Arguments of the protocol. Those that begin with `@` are replaced by the path of the file of that name. */
  readonly args: readonly string[];
  /** Contents of the files in the private folder by their names. */
  readonly files: Readonly<Record<string, string>>;
  /** Texts that must not appear in the log or an error. */
  readonly secrets: readonly string[];
}

const defaults = { maxProcesses: 8, maxMemoryMb: 4096, maxFileMb: 10_240, maxMinutes: 720 };
/** Maximum time in milliseconds that a request waits until it may start a process. */
const queueTimeoutMs = 30_000;
/** Name of the private folder in arguments. */
const folderName = "{folder}";

/** Runs a program. Requests cannot change which program that is, nor its arguments, environment and paths. */
export class ToolRunner {
  /** Name of the program in errors. */
  readonly name: string;
  readonly #options: BridgeOptions;
  readonly #slots: FairSlots;
  readonly #limits: typeof defaults;
  readonly #runs = new Set<ToolRun>();

  /**
   * @param options - The program and its limits
   * @param name - Its name in errors
   */
  constructor(options: BridgeOptions, name: string) {
    this.name = name;
    this.#options = options;
    this.#limits = { ...defaults, ...options.limits };
    this.#slots = new FairSlots({ slots: this.#limits.maxProcesses, queueTimeoutMs });
  }

  /**
   * Starts the program.
   *
   * @param request - Arguments and files
   * @param context - The request that it runs for; its signal ends the program
   * @returns The run, which must be closed
   * @throws ConnectorError when it may not be started
   */
  async start({ args, files, secrets }: RunRequest, context: RunContext): Promise<ToolRun> {
    const release = await this.#slots.take(context);
    let folder: PrivateFolder | undefined;
    try {
      folder = await PrivateFolder.create();
      for (const [name, content] of Object.entries(files)) await folder.write(name, content);
      context.signal.throwIfAborted();
      const { path } = folder;
      const started = folder;
      const run = new ToolRun({
        name: this.name,
        secrets,
        context,
        maxMs: this.#limits.maxMinutes * 60_000,
        start: (onErrorLine) =>
          new ToolProcess({
            command: this.#options.command,
            args: this.#argsIn(path, args),
            env: this.#environment(path),
            folder: path,
            maxMemoryMb: this.#limits.maxMemoryMb,
            maxFileMb: this.#limits.maxFileMb,
            onErrorLine,
          }),
        clean: async () => {
          this.#runs.delete(run);
          await started.remove();
          release();
        },
      });
      this.#runs.add(run);
      return run;
    } catch (error) {
      await folder?.remove();
      release();
      throw error;
    }
  }

  /** Ends all programs that are running. */
  async close(): Promise<void> {
    await Promise.all([...this.#runs].map((run) => run.close()));
  }

  #argsIn(path: string, args: readonly string[]): readonly string[] {
    const { args: own = [], folder = path } = this.#options;
    const inside = args.map((arg) => (arg.startsWith("@") ? join(folder, arg.slice(1)) : arg));
    return [...own.map((arg) => arg.replaceAll(folderName, path)), ...inside];
  }

  #environment(path: string): Readonly<Record<string, string>> {
    const given = Object.entries(this.#options.env ?? {}).flatMap(([name, value]): [string, string][] => {
      const text = value === true ? process.env[name] : value;
      return text === undefined ? [] : [[name, text]];
    });
    const { PATH = "/usr/bin:/bin" } = process.env;
    return { PATH, HOME: path, TMPDIR: path, LANG: "C.UTF-8", ...Object.fromEntries(given) };
  }
}

/**
 * Resolves the paths of a program against a folder: a command with a slash, arguments that begin with `./` or
 * `../`, and the folder of states.
 *
 * @param options - The program
 * @param folder - Absolute path of the folder
 * @returns The program with absolute paths
 */
export function withPathsIn<Options extends Pick<BridgeOptions, "command" | "args" | "states">>(
  options: Options,
  folder: string,
): Options {
  const { command, args = [], states } = options;
  const isPath = command.includes("/") && !isAbsolute(command);
  return {
    ...options,
    command: isPath ? resolve(folder, command) : command,
    args: args.map((arg) => (/^\.{1,2}\//.test(arg) ? resolve(folder, arg) : arg)),
    ...(states !== undefined && { states: resolve(folder, states) }),
  };
}
