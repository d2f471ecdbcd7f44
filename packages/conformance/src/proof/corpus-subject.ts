import { readFileSync } from "node:fs";
import { extname } from "node:path";
import type { ConformanceOptions } from "../run/conformance-options.js";
import { proofFolder } from "./planted-fault.js";

/** A fault of a connector of the corpus, as a person who read its source lists it. */
export interface TrueFault {
  /** What is wrong. */
  readonly says: string;
  /** Whether it loses data, shows wrong data, or opens a door. */
  readonly serious: boolean;
  /** Ids of the requirements that are right to fail or warn because of it; after `#` what their detail must hold. */
  readonly verdicts: readonly string[];
}

/** A verdict that is neither right nor false, because public texts can be read either way. */
export interface DebatableVerdict {
  /** Id of the requirement. */
  readonly id: string;
  /** What speaks for either reading. */
  readonly because: string;
}

/** A small connector in a public style; a failure that none of its faults names is a false one. */
export interface CorpusSubject {
  readonly style: string;
  /** Its file in the folder of the corpus. */
  readonly file: string;
  /** An account that works; absent where the suite's provider or nothing is needed. */
  readonly account?: ConformanceOptions["account"];
  /** Whether the suite's provider takes part. */
  readonly provider: boolean;
  /** Every fault it has. */
  readonly faults: readonly TrueFault[];
  /** Verdicts that may be argued about; default: none. */
  readonly debatable?: readonly DebatableVerdict[];
  /** Whether the suite must judge nothing, because it does not know this generation; default: false. */
  readonly notJudged?: boolean;
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
  // The file is a part of this package and has this form.
  return JSON.parse(readFileSync(`${corpusFolder}subjects.json`, "utf8")) as CorpusSubject[];
}

/**
 * Writes how a connector of the corpus is started.
 *
 * @param subject - The connector
 * @returns Program and arguments
 */
export function commandOf({ file }: CorpusSubject): readonly [program: string, ...rest: string[]] {
  return [interpreters.get(extname(file)) ?? process.execPath, `${corpusFolder}${file}`];
}
