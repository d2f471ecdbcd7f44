import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import { setPriority } from "node:os";
import type { Readable, Writable } from "node:stream";
import { upstreamUnavailable } from "@wellhead/sdk";
import { BytePipe } from "./byte-pipe.js";
import { type EngineFault, frameHeader, frameKinds } from "./frames.js";

/** What an engine process runs, and what it may take. */
export interface EngineProcessOptions {
  /** Path of the program. It reads requests and sends frames, see `engine-program`. */
  readonly program: string;
  /** Variables of its environment besides those for temporary files and libraries. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** Bytes of writable memory it may have, where the system can limit them. Default: no limit of the system. */
  readonly dataLimit?: number;
  /** Bytes it may put into one file. */
  readonly temporaryLimit: number;
  /** Seconds of computing after which it ends itself, should nobody be left to end it. */
  readonly computingLimit: number;
}

/** What came from an engine. */
export interface Frame {
  readonly kind: "answer" | "batch" | "end";
  readonly payload: Buffer;
  /** Rows in a batch. */
  readonly rows: number;
}

/** An engine could not do what it was asked, in its own words. */
export class EngineError extends Error {
  /** What the engine said. */
  readonly fault: EngineFault;

  /**
   * Makes an error of a fault.
   *
   * @param fault - What the engine said
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
/** Sets limits that Node cannot set, then becomes the engine. A limit that the system lacks is left out. */
const limitedShell = `{ ulimit -f "$1"; ulimit -t "$2"; ulimit -d "$3"; ulimit -c 0; } 2>/dev/null
shift 3; exec "$@"`;
/** Engines compute; requests are answered first. */
const niceness = 5;

/** A process that runs a database engine; the only thing that ends a statement for sure is to end its process. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #output: Readable;
  readonly #pipe: BytePipe;
  #isLost = false;

  /**
   * Starts a process.
   *
   * @param options - What it may take
   */
  constructor(options: EngineProcessOptions) {
    this.#child = start(options);
    const { stdin, stdout, pid } = this.#child;
    // Of a process without pipes, whatever its type says: the system has no more files or processes to spare.
    if (!stdin || !stdout) {
      // Without a listener, the error of such a process would end the service.
      this.#child.on("error", () => undefined);
      throw upstreamUnavailable(
        "Could not start an engine for the query: the system has no more files or processes to spare. Try again later.",
        { retryAfter: 5 },
      );
    }
    this.#input = stdin;
    this.#output = stdout;
    this.#pipe = new BytePipe(stdout);
    this.#child.on("error", () => this.kill());
    this.#child.on("exit", () => {
      this.#isLost = true;
    });
    // Writing to a process that has ended is noticed where its answer is read.
    stdin.on("error", () => undefined);
    if (pid !== undefined) lower(pid);
    this.#child.unref();
    unref(stdin);
    unref(stdout);
  }

  /** Whether it can be asked no more. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Number of the process, for those who watch it. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Asks the process for something.
   *
   * @param request - What is wanted
   */
  send(request: unknown): void {
    const body = Buffer.from(JSON.stringify(request));
    const header = Buffer.allocUnsafe(4);
    header.writeUInt32LE(body.length);
    this.#input.write(Buffer.concat([header, body]));
  }

  /**
   * Takes the next thing that comes from the process.
   *
   * @returns The frame
   * @throws EngineError when the engine could not do what it was asked, or ended
   */
  async take(): Promise<Frame> {
    const header = await this.#read(frameHeader);
    const length = header.readUInt32LE(0);
    const kind = header.readUInt8(4);
    const payload = length === 0 ? Buffer.alloc(0) : await this.#read(length);
    if (kind === frameKinds.batch) return { kind: "batch", payload, rows: header.readUInt32LE(5) };
    if (kind === frameKinds.end) return { kind: "end", payload, rows: 0 };
    if (kind === frameKinds.answer) return { kind: "answer", payload, rows: 0 };
    // The engine is ours and sends a fault in this form.
    throw new EngineError(JSON.parse(payload.toString()) as EngineFault);
  }

  /** Ends the process at once, whatever it does. */
  kill(): void {
    this.#isLost = true;
    this.#child.kill("SIGKILL");
    this.#input.destroy();
    this.#output.destroy();
  }

  async #read(length: number): Promise<Buffer> {
    const bytes = await this.#pipe.take(length);
    if (bytes === undefined) throw this.#gone();
    return bytes;
  }

  #gone(): EngineError {
    this.#isLost = true;
    const { signalCode } = this.#child;
    return new EngineError({ code: `ENGINE_${signalCode ?? "ENDED"}`, message: "the engine ended" });
  }
}

function start(options: EngineProcessOptions): ChildProcess {
  const { program, temporaryLimit, computingLimit, dataLimit } = options;
  const engine = [process.execPath, ...flags, program];
  const [command = "", ...rest] = engine;
  // Nothing of the service's environment is an engine's business, but for where temporary files go.
  const inherited = Object.entries(process.env).filter(([name]) =>
    /^(?:SQLITE_TMPDIR|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH)$/i.test(name),
  );
  const env = { ...Object.fromEntries(inherited), ...options.env };
  // The list has these three members, which the compiler takes for any number of texts.
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
    setPriority(pid, niceness);
  } catch {
    // The process may have ended, or the system may not let us; it then computes like any other.
  }
}

/** Pipes of a process are sockets, which keep the service alive unless told not to. */
function unref(stream: Readable | Writable): void {
  // Node's types do not say so, but both are sockets here, which have this method.
  (stream as { unref?: () => void }).unref?.();
}
