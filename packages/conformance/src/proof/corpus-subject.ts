import { readFileSync } from "node:fs";
import { extname } from "node:path";
import type { ConformanceOptions } from "../requirement/conformance-options.js";
import { proofFolder } from "./planted-fault.js";

/** A fault of a connector of the corpus, listed by someone who read its source. */
export interface TrueFault {
  /** Description of the fault. */
  readonly says: string;
  /** Whether it loses data, shows wrong data, or is a security hole. */
  readonly serious: boolean;
  /**
   * Ids of the requirements that rightly fail or warn because of it. A text after `#` must be contained in the detail.
   */
  readonly verdicts: readonly string[];
}

/** A verdict that is neither right nor false, because public texts can be read in two ways. */
export interface DebatableVerdict {
  /** Id of the requirement. */
  readonly id: string;
  /** The arguments for either reading. */
  readonly because: string;
}

/** A small connector in a public style. A failure that none of its listed faults explains is a false one. */
export interface CorpusSubject {
  readonly style: string;
  /** Its file in the folder of the corpus. */
  readonly file: string;
  /** An account that works; omitted where the suite's provider is used or no account is needed. */
  readonly account?: ConformanceOptions["account"];
  /** Whether the suite's provider is used. */
  readonly provider: boolean;
  /** Every fault it has. */
  readonly faults: readonly TrueFault[];
  /** Debatable verdicts. Default: none. */
  readonly debatable?: readonly DebatableVerdict[];
}

const interpreters = new Map([
  [".py", "python3"],
  [".pl", "perl"],
]);

/** Folder of the corpus. */
const corpusFolder = `${proofFolder}corpus/`;

/**
 * Lists the connectors of the corpus.
 *
 * @returns The connectors, each with its true faults
 */
export function listCorpus(): readonly CorpusSubject[] {
  // The file is part of this package and has this form.
  return JSON.parse(readFileSync(`${corpusFolder}subjects.json`, "utf8")) as CorpusSubject[];
}

/**
 * Returns the command that starts a connector of the corpus.
 *
 * @param subject - The connector
 * @returns Program and arguments
 */
export function commandOf({ file }: CorpusSubject): readonly [program: string, ...rest: string[]] {
  return [interpreters.get(extname(file)) ?? process.execPath, `${corpusFolder}${file}`];
}
