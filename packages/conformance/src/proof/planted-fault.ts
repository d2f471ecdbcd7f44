import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Which faults requirements were tuned with, which were kept from whoever wrote them, and which were written when they
 * were finished.
 */
export type FaultSet = "tuned" | "kept" | "fresh";

/** A server with one fault of a real connector. */
export interface PlantedFault {
  readonly id: string;
  /** What a person would say is wrong. */
  readonly says: string;
  /** Areas of requirements in which a finding about it may stand. */
  readonly areas: readonly string[];
  readonly serious: boolean;
  /** Which account it is judged with; `none` for none. */
  readonly account: string;
  /** Whether the suite's provider takes part. */
  readonly provider: boolean;
  readonly set: FaultSet;
  /** Why no public text asks for its absence, so that a warning is all it deserves; `undefined` where one does. */
  readonly silence: string | undefined;
  /** Program and arguments that serve it. */
  readonly command: readonly [program: string, ...rest: string[]];
}

/** Folder of the planted servers. */
export const proofFolder = fileURLToPath(new URL("../../proof/", import.meta.url));

const pythonFiles = ["faults", "fresh", "kept"];

type Described = Partial<Omit<PlantedFault, "set" | "command" | "silence">> &
  Pick<PlantedFault, "id" | "says" | "areas"> & { readonly file?: string };

/**
 * Lists every planted fault.
 *
 * @returns The faults of both languages
 */
export function listPlantedFaults(): readonly PlantedFault[] {
  const node = print(process.execPath, `${proofFolder}node/list.mjs`, "print").map((fault) => {
    const { file = "", id } = fault;
    return complete(fault, file, [process.execPath, `${proofFolder}node/serve.mjs`, file, id]);
  });
  const python = pythonFiles.flatMap((file) =>
    print("python3", `${proofFolder}python/${file}.py`).map((fault) =>
      complete(fault, file, ["python3", `${proofFolder}python/serve.py`, file, fault.id]),
    ),
  );
  return [...node, ...python];
}

// The file is a part of this package and has this form.
const silences = JSON.parse(readFileSync(`${proofFolder}silent.json`, "utf8")) as Readonly<
  Record<string, string>
>;

function print(program: string, ...rest: readonly string[]): readonly Described[] {
  // The lists are printed by files of this package, so they have this form.
  return JSON.parse(String(execFileSync(program, rest))) as Described[];
}

function complete(fault: Described, file: string, command: PlantedFault["command"]): PlantedFault {
  const { id, says, areas, serious = false, account = "default", provider = false } = fault;
  const set = file === "kept" || file === "fresh" ? file : "tuned";
  return {
    id,
    says,
    areas,
    serious,
    provider,
    set,
    silence: silences[id],
    command,
    account: account === "apikey" ? "default" : account,
  };
}
