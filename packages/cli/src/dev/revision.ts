import { type ChildProcess, fork } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type BlockedLoop, readBlockedLoop } from "@wellhead/server";
import type { CallerHeaders } from "../remote/connect.js";
import { placesOnStack } from "../serve/original-place.js";
import type { Fault, RevisionOrder, RevisionReport, RevisionRequest, ServedConnector } from "./messages.js";

const program = fileURLToPath(new URL("../../dist/dev/revision-process.js", import.meta.url));

/** Milliseconds that requests in progress of a replaced revision may still take. */
const drainMs = 30_000;

/** The connectors of a loaded revision. */
export interface Serving {
  readonly connectors: readonly ServedConnector[];
  /** Credentials that every request must contain. */
  readonly headers: CallerHeaders;
}

/** Options of {@link Revision}. */
export interface RevisionOptions {
  /** Folder that relative paths are resolved against. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether what the author's code prints goes to standard error, because standard output has messages. Default: false. */
  readonly printsToErrors?: boolean | undefined;
  /** Called for each message, except those about loading. */
  readonly onReport: (report: RevisionReport, revision: Revision) => void;
}

/** The process of one revision of the author's files. */
export class Revision {
  readonly #child: ChildProcess;
  readonly #ended: Promise<string>;
  #settle: ((result: Serving | Fault) => void) | undefined;

  /** @param options - Folder, environment and the receiver of messages */
  constructor({ directory, env, printsToErrors = false, onReport }: RevisionOptions) {
    this.#child = fork(program, [], {
      cwd: directory,
      env,
      execArgv: [],
      stdio: ["ignore", printsToErrors ? process.stderr.fd : "inherit", "pipe", "ipc"],
    });
    const { stderr } = this.#child;
    if (stderr !== null) {
      createInterface({ input: stderr }).on("line", (line) => {
        const held = readBlockedLoop(line);
        onReport(held === undefined ? { type: "output", line } : this.#describeHold(held), this);
      });
    }
    this.#child.on("message", (report: RevisionReport) => {
      const isResult = report.type === "serving" || (report.type === "fault" && this.#settle !== undefined);
      if (!isResult) onReport(report, this);
      else {
        this.#settle?.(report.type === "serving" ? report : report.fault);
        this.#settle = undefined;
      }
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
    });
  }

  #describeHold({ heldMs, connector, at = [] }: BlockedLoop): RevisionReport {
    const [place, ...callers] = placesOnStack(at.map((frame) => `at ${frame}`).join("\n"));
    const whose = connector === undefined ? "load the definition" : `go on with "${connector}"`;
    const seconds = (heldMs / 1000).toFixed(1);
    const message = `Could not ${whose}: its code has been running for ${seconds} s without a pause. Check whether a loop ends.`;
    return { type: connector === undefined ? "fault" : "thrown", fault: { message, place, callers } };
  }

  /** Resolves with the reason when the process has ended. */
  get ended(): Promise<string> {
    return this.#ended;
  }

  /**
   * Loads the author's files.
   *
   * @param request - What to load
   * @returns The connectors, or what is wrong
   */
  load(request: RevisionRequest): Promise<Serving | Fault> {
    const loaded = new Promise<Serving | Fault>((resolve) => {
      this.#settle = resolve;
    });
    this.send({ type: "load", request });
    const ended = this.#ended.then((reason) => ({
      message: `Could not load the definition: its process ended (${reason}). Check what it does while it loads.`,
    }));
    return Promise.race([loaded, ended]);
  }

  /**
   * Sends a message to the process.
   *
   * @param order - The message
   */
  send(order: RevisionOrder): void {
    if (this.#child.connected) this.#child.send(order, () => undefined);
  }

  /**
   * Ends the process after the requests in progress.
   *
   * @param maxMs - Milliseconds after which it is killed. Default: half a minute
   */
  async stop(maxMs: number = drainMs): Promise<void> {
    this.#child.kill("SIGTERM");
    const timer = setTimeout(() => this.kill(), maxMs);
    await this.#ended;
    clearTimeout(timer);
  }

  /** Ends the process at once. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
