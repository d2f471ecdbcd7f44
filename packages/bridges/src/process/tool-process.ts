import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { upstreamUnavailable } from "@wellhead/sdk";
import { LastLines } from "./last-lines.js";
import { toolShell } from "./tool-shell.js";

/** A program and what it may use. */
export interface ToolProcessOptions {
  /** Path or name of the program. */
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the program. */
  readonly env: Readonly<Record<string, string>>;
  /** Its private folder, which is also its working folder. */
  readonly folder: string;
  /** Maximum size of its memory in MiB. */
  readonly maxMemoryMb: number;
  /** Maximum size of a file that it writes, in MiB. */
  readonly maxFileMb: number;
  /** Called with each line of its standard error. */
  readonly onErrorLine: (line: string) => void;
}

/** Milliseconds that a program has to end after SIGTERM, for example to stop a container. */
const termGraceMs = 1500;
/** Standard input, output and error, and the pipe whose end says that this process has ended. */
const stdio: ["ignore", "pipe", "pipe", "pipe"] = ["ignore", "pipe", "pipe", "pipe"];

/** A program that runs in a process group of its own. */
export class ToolProcess {
  /** Bytes of its standard output. */
  readonly output: Readable;
  /** The last lines of its standard error. */
  readonly lastLines: LastLines;
  /** Resolves with its exit code, once nothing of its group is left. 128 and more means that a signal ended it. */
  readonly exited: Promise<number>;
  readonly #child: ChildProcess;
  readonly #lifeline: Writable;
  #isStopping = false;

  /**
   * Starts a program.
   *
   * @param options - The program and its limits
   * @throws ConnectorError `upstream_unavailable` when the system cannot start another process
   */
  constructor(options: ToolProcessOptions) {
    const { folder, command, args, env, maxMemoryMb, maxFileMb } = options;
    // `ulimit -d` counts blocks of 1024 bytes, `ulimit -f` those of 512.
    const limits = [String(maxMemoryMb * 1024), String(maxFileMb * 2048)];
    this.#child = spawn("/bin/sh", ["-c", toolShell, "bridge", folder, ...limits, command, ...args], {
      cwd: folder,
      detached: true,
      env: { ...env },
      stdio,
    });
    const { stdout, stderr } = this.#child;
    const lifeline = this.#child.stdio[3];
    // Contrary to its type, the process has no pipes when the system is out of file descriptors or processes.
    if (!stdout || !stderr || !lifeline || !("write" in lifeline)) {
      this.#child.on("error", () => undefined);
      throw upstreamUnavailable(
        `Could not start "${command}": the system has no files or processes left. Try again later.`,
        { retryAfter: 5 },
      );
    }
    this.output = stdout;
    this.#lifeline = lifeline;
    lifeline.on("error", () => undefined);
    this.lastLines = new LastLines(stderr, options.onErrorLine);
    this.exited = this.#waitForExit();
  }

  /** Id of the process group. */
  get group(): number | undefined {
    return this.#child.pid;
  }

  /** Ends the program and all processes of its group, within two seconds. */
  async stop(): Promise<void> {
    if (!this.#isStopping) {
      this.#isStopping = true;
      this.output.destroy();
      this.#signal("SIGTERM");
    }
    const timer = setTimeout(() => this.#signal("SIGKILL"), termGraceMs);
    await this.exited;
    clearTimeout(timer);
  }

  #waitForExit(): Promise<number> {
    return new Promise((resolve) => {
      const end = (code: number): void => {
        // Children that the program has left behind belong to its group, and may hold its standard output.
        this.#signal("SIGKILL");
        this.#lifeline.destroy();
        resolve(code);
      };
      this.#child.once("error", () => end(127));
      this.#child.once("exit", (code, signal) => end(code ?? (signal === "SIGTERM" ? 143 : 137)));
    });
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // Nothing of the group is left.
    }
  }
}
