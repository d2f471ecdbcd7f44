import { Readable, Writable } from "node:stream";
import { registry } from "../src/commands/registry.js";
import { runProgram } from "../src/run-program.js";

/** The result of a run of the command. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Optional settings of a run. */
export interface RunOptions {
  /** Text on standard input. */
  readonly input?: string;
  /** Working folder. */
  readonly directory?: string;
  /** Environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the outputs are terminals. */
  readonly screen?: boolean;
}

/** Runs the command in this process, with streams of its own. */
export async function runWellhead(words: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { input = "", directory = ".", env = {}, screen = false } = options;
  const stdout = new Collector(screen);
  const stderr = new Collector(screen);
  const stdin = Readable.from([Buffer.from(input)]);
  const code = await runProgram(words, registry, { stdin, stdout, stderr, env, directory });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Collector extends Writable {
  readonly isTTY: boolean;
  readonly #chunks: Buffer[] = [];

  constructor(screen: boolean) {
    super();
    this.isTTY = screen;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}
