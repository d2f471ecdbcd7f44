import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Mutant } from "./mutant.js";
import { proofFolder } from "./planted-fault.js";
import { makeWorld, type World } from "./world.js";

/** A program that serves a world. */
export interface MutantProgram {
  readonly language: "node" | "python";
  readonly world: World;
}

/** The programs: each language serves each generation. */
export const mutantPrograms: readonly MutantProgram[] = (["v2", "v3"] as const).flatMap((generation) =>
  (["node", "python"] as const).map((language) => ({ language, world: makeWorld(generation) })),
);

/** A running connector that has one fault after the other, so that many faults need one process. */
export class MutantConnector {
  readonly program: MutantProgram;
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #started: Promise<unknown>;

  /** @param program - Language and data */
  constructor(program: MutantProgram) {
    const { language, world } = program;
    const [command, file]: readonly [string, string] =
      language === "node" ? [process.execPath, "connector.mjs"] : ["python3", "connector.py"];
    // A zone far from Greenwich reveals days that are read in the zone of the machine.
    const more = { TZ: "Asia/Kathmandu", WORLD: JSON.stringify(world), PYTHONDONTWRITEBYTECODE: "1" };
    this.program = program;
    this.#process = spawn(command, [`${proofFolder}mutants/${file}`], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...more },
    });
    if (this.#process.stdin === null || this.#process.stdout === null)
      throw new Error(`Could not start ${file}: it has no pipes`);
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    // The program prints a line once it is listening, and one for each fault.
    this.#started = this.#lines.next();
  }

  /**
   * Takes a fault instead of the one before, and forgets every request.
   *
   * @param mutant - The fault; an empty one is none
   * @returns Address of the connector
   */
  async become(mutant: Partial<Mutant>): Promise<string> {
    await this.#started;
    this.#process.stdin?.write(`${JSON.stringify(mutant)}\n`);
    const line = await this.#lines.next();
    // The programs of this package print a line of this form.
    const { port } = JSON.parse(String(line.value)) as { readonly port: number };
    return `http://127.0.0.1:${port}/`;
  }

  /** Ends the program. */
  close(): void {
    this.#process.kill("SIGKILL");
  }
}
