import { accountsOf, judgeProgram } from "./judge-program.js";
import { partOf } from "./percent.js";
import type { FaultSet, PlantedFault } from "./planted-fault.js";

/** The report about one planted server. */
interface Told {
  readonly fault: PlantedFault;
  /** Whether a requirement in an area of the fault failed. */
  readonly failed: boolean;
  /** Whether a requirement in an area of the fault failed or warned. */
  readonly reported: boolean;
  /** Ids of requirements that fail in other areas: findings that are not about the fault. */
  readonly astray: readonly string[];
}

/** Timeout of a planted server's responses in milliseconds; some servers hang on purpose. */
const requestTimeout = 2_000;

/**
 * Judges planted servers, two at a time, and formats how many faults were found.
 *
 * @param faults - The faults
 * @returns Markdown
 */
export async function reportPlanted(faults: readonly PlantedFault[]): Promise<string> {
  const planted = await judgeAll(faults);
  const ofSet = (set: FaultSet): readonly Told[] => planted.filter(({ fault }) => fault.set === set);
  return [
    "| set | servers | failed or warned of | failed, where a public text is broken | serious ones of these failed | failures about something else |",
    "| --- | --: | --- | --- | --- | --: |",
    setLine("tuned", ofSet("tuned")),
    setLine("kept", ofSet("kept")),
    setLine("fresh", ofSet("fresh")),
    setLine("all", planted),
    "",
    ...planted
      .filter(({ reported }) => !reported)
      .map(
        ({ fault }) => `- missed, ${fault.set}: ${fault.id}${fault.set === "kept" ? "" : `: ${fault.says}`}`,
      ),
    ...planted
      .filter(({ astray }) => astray.length > 0)
      .map(({ fault, astray }) => `- about something else, ${fault.id}: ${astray.join(", ")}`),
    "",
  ].join("\n");
}

async function judgeAll(faults: readonly PlantedFault[]): Promise<readonly Told[]> {
  const waiting = [...faults];
  const found: Told[] = [];
  const workers = [1, 2].map(async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      found.push(await judgeFault(next));
  });
  await Promise.all(workers);
  return found;
}

async function judgeFault(fault: PlantedFault): Promise<Told> {
  const language = fault.command[0] === "python3" ? "python" : "node";
  const account = accountsOf(language)[fault.account];
  const options = { requestTimeout, ...(account !== undefined && { account }) };
  const report = await judgeProgram({ command: fault.command, provider: fault.provider, options });
  if (!report.connector.recognised) {
    const isMeant = fault.areas.includes("application");
    return { fault, failed: isMeant, reported: isMeant, astray: [] };
  }
  const fails = report.results.filter(({ verdict }) => verdict === "fail");
  const isAbout = ({ area }: { readonly area: string }): boolean => fault.areas.includes(area);
  const failed = fails.some(isAbout);
  const reported = failed || report.results.some((result) => result.verdict === "warn" && isAbout(result));
  return { fault, failed, reported, astray: fails.filter((result) => !isAbout(result)).map(({ id }) => id) };
}

function setLine(name: string, all: readonly Told[]): string {
  const breaking = all.filter(({ fault }) => fault.silence === undefined);
  const serious = breaking.filter(({ fault }) => fault.serious);
  const failed = (some: readonly Told[]): string =>
    partOf(some.filter((one) => one.failed).length, some.length);
  const reported = partOf(all.filter((one) => one.reported).length, all.length);
  const astray = all.filter((one) => one.astray.length > 0).length;
  return `| ${name} | ${all.length} | ${reported} | ${failed(breaking)} | ${failed(serious)} | ${astray} |`;
}
