import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import { constants, getPriority, setPriority } from "node:os";
import type { Readable, Writable } from "node:stream";
import { BytePipe } from "./byte-pipe.js";
import { type EngineFault, frameHeader, frameKinds } from "./frames.js";

/** The program of an engine process, and its resource limits. */
export interface EngineProcessOptions {
  /** Path of the program. It reads requests and sends frames; see `engine-program`. */
  readonly program: string;
  /** Environment variables, in addition to those for temporary files and libraries. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** Maximum bytes of writable memory, where the system can limit them. Default: not limited by the system. */
  readonly dataLimit?: number;
  /** Maximum size of a file that it writes, in bytes. */
  readonly temporaryLimit: number;
  /** Seconds of CPU time after which the process ends itself, in case no parent is left to kill it. */
  readonly computingLimit: number;
}

/** A message from an engine. */
export interface Frame {
  readonly kind: "answer" | "batch" | "end";
  readonly payload: Buffer;
  /** Number of rows in a batch. */
  readonly rows: number;
}

/** A fault that an engine reported. */
export class EngineError extends Error {
  /** The fault as the engine reported it. */
  readonly fault: EngineFault;

  /**
   * Creates an error from a fault.
   *
   * @param fault - The fault as the engine reported it
   */
  constructor(fault: EngineFault) {
    super(fault.message);
    this.name = "EngineError";
    this.fault = fault;
  }
}

const flags = [
  "--max-old-space-size=256",
  "--max-semi-space-size=1",
  "--disable-proto=delete",
  "--expose-gc",
  "--no-warnings",
];
/**
 * Sets limits that Node cannot set, then replaces itself with the engine. Limits that the system lacks are skipped. On
 * Linux with `setpriv`, the kernel ends the engine with the process that started it, also in the middle of a statement.
 */
const limitedShell = `{ ulimit -f "$1"; ulimit -t "$2"; ulimit -d "$3"; ulimit -c 0; } 2>/dev/null
shift 3
if setpriv --pdeathsig KILL true 2>/dev/null; then exec setpriv --pdeathsig KILL "$@"; fi
exec "$@"`;
/** How far the priority of engines is below that of the service, so that it responds to requests first. */
const niceness = 5;

/** A process that runs a database engine. Killing it is the only reliable way to stop a statement. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #output: Readable;
  readonly #pipe: BytePipe;
  #isLost = false;

  /**
   * Starts a process.
   *
   * @param options - The program and its limits
   * @throws EngineError when the system cannot start another process
   */
  constructor(options: EngineProcessOptions) {
    this.#child = start(options);
    const { stdin, stdout, pid } = this.#child;
    // Contrary to its type, the process has no pipes when the system is out of file descriptors or processes.
    if (!stdin || !stdout) {
      // Without a listener, the error event of such a process would crash the service.
      this.#child.on("error", () => undefined);
      throw new EngineError({
        code: "ENGINE_NOT_STARTED",
        message: "the system has no files or processes left",
      });
    }
    this.#input = stdin;
    this.#output = stdout;
    this.#pipe = new BytePipe(stdout);
    this.#child.on("error", () => this.kill());
    this.#child.on("exit", () => {
      this.#isLost = true;
    });
    // Reading the response detects that the process has ended, so write errors are ignored.
    stdin.on("error", () => undefined);
    if (pid !== undefined) lower(pid);
    this.#child.unref();
    unref(stdin);
    unref(stdout);
  }

  /** Whether the process can no longer be used. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Process id, for monitoring. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Sends a request to the process.
   *
   * @param request - The request, which is sent as JSON
   */
  send(request: unknown): void {
    const body = Buffer.from(JSON.stringify(request));
    const header = Buffer.allocUnsafe(4);
    header.writeUInt32LE(body.length);
    this.#input.write(Buffer.concat([header, body]));
  }

  /**
   * Takes the next frame from the process.
   *
   * @returns The frame
   * @throws EngineError when the engine reports a fault or has ended
   */
  async take(): Promise<Frame> {
    const header = await this.#read(frameHeader);
    const length = header.readUInt32LE(0);
    const kind = header.readUInt8(4);
    const payload = length === 0 ? Buffer.alloc(0) : await this.#read(length);
    if (kind === frameKinds.batch) return { kind: "batch", payload, rows: header.readUInt32LE(5) };
    if (kind === frameKinds.end) return { kind: "end", payload, rows: 0 };
    if (kind === frameKinds.answer) return { kind: "answer", payload, rows: 0 };
    // The cast is safe: the engine is our own program and sends faults in this form.
    throw new EngineError(JSON.parse(payload.toString()) as EngineFault);
  }

  /** Kills the process immediately. */
  kill(): void {
    this.#isLost = true;
    this.#child.kill("SIGKILL");
    this.#input.destroy();
    this.#output.destroy();
  }

  /** Kills the process and waits until it has exited, so that its memory is free and its processor time is known. */
  async end(): Promise<void> {
    this.kill();
    const child = this.#child;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    // Nothing else may keep this program running meanwhile.
    child.ref();
    await new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
    });
  }

  async #read(length: number): Promise<Buffer> {
    const bytes = await this.#pipe.take(length);
    if (bytes === undefined) throw this.#endedError();
    return bytes;
  }

  #endedError(): EngineError {
    this.#isLost = true;
    const { signalCode } = this.#child;
    return new EngineError({ code: `ENGINE_${signalCode ?? "ENDED"}`, message: "the engine ended" });
  }
}

function start(options: EngineProcessOptions): ChildProcess {
  const { program, temporaryLimit, computingLimit, dataLimit } = options;
  const engine = [process.execPath, ...flags, program];
  const [command = "", ...rest] = engine;
  // Engines do not get the service's environment, except where to put temporary files and find libraries.
  const inherited = Object.entries(process.env).filter(([name]) =>
    /^(?:SQLITE_TMPDIR|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH)$/i.test(name),
  );
  const env = { ...Object.fromEntries(inherited), ...options.env };
  // The cast is safe: the list has exactly these three members, but the compiler infers an array of strings.
  const spawned = { env, stdio: ["pipe", "pipe", "ignore"] as ["pipe", "pipe", "ignore"], windowsHide: true };
  if (process.platform === "win32") return spawn(command, rest, spawned);
  // `ulimit -f` counts blocks of 512 bytes, `ulimit -d` those of 1024.
  const limits = [
    String(Math.ceil(temporaryLimit / 512)),
    String(computingLimit),
    dataLimit === undefined ? "unlimited" : String(Math.ceil(dataLimit / 1024)),
  ];
  return spawn("/bin/sh", ["-c", limitedShell, "engine", ...limits, ...engine], spawned);
}

function lower(pid: number): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch {
    // The process may have ended, or the system may not permit it. The engine then runs at normal priority.
  }
}

/** Unreferences a pipe. The pipes of a process are sockets, which keep the service alive unless unreferenced. */
function unref(stream: Readable | Writable): void {
  // Node's types do not declare it, but both streams are sockets, which have this method.
  (stream as { unref?: () => void }).unref?.();
}
