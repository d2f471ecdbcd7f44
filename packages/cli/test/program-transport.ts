import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { registry } from "../src/commands/registry.js";
import { runProgram } from "../src/run-program.js";
import type { RunOptions } from "./run-wellhead.js";

/**
 * Connects a client of the Model Context Protocol to the command in this process, over streams in place of standard
 * input and output. Starting a process takes longer than most conversations.
 */
export class ProgramTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #stdin = new PassThrough();
  readonly #stdout = new PassThrough();
  readonly #start: () => Promise<unknown>;
  #ended: Promise<unknown> | undefined;

  /**
   * @param words - The command line of `wellhead`
   * @param options - Its working folder and environment
   */
  constructor(
    words: readonly string[],
    { directory = ".", env = {} }: Pick<RunOptions, "directory" | "env"> = {},
  ) {
    // Warnings go nowhere: a test that expects one runs the command in another way.
    const stderr = new PassThrough().resume();
    const streams = { stdin: this.#stdin, stdout: this.#stdout, stderr };
    this.#start = () => runProgram(words, registry, { ...streams, env, directory });
  }

  start(): Promise<void> {
    // The program writes one message per line.
    createInterface(this.#stdout).on("line", (line) => this.onmessage?.(JSON.parse(line) as JSONRPCMessage));
    this.#ended = this.#start();
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#stdin.write(`${JSON.stringify(message)}\n`);
    return Promise.resolve();
  }

  /** Ends standard input, which ends the command. */
  async close(): Promise<void> {
    this.#stdin.end();
    await this.#ended;
    this.#stdout.end();
    this.onclose?.();
  }
}
