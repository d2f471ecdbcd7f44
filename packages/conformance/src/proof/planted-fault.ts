import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Whether the requirements were tuned with a fault (`tuned`), it was kept from their authors (`kept`), or it was
 * written after they were finished (`fresh`).
 */
export type FaultSet = "tuned" | "kept" | "fresh";

/** A server with one fault of a real connector. */
export interface PlantedFault {
  readonly id: string;
  /** Description of the fault, in plain words. */
  readonly says: string;
  /** Areas of requirements that may report it. */
  readonly areas: readonly string[];
  readonly serious: boolean;
  /** Name of the account it is judged with; `none` for no account. */
  readonly account: string;
  /** Whether the suite's provider is used. */
  readonly provider: boolean;
  readonly set: FaultSet;
  /** Why no public text forbids the fault, so that a warning is enough; `undefined` where one does. */
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

// The file is part of this package and has this form.
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
