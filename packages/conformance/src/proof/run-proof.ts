import {
  corpusProfiles,
  type JudgedSubject,
  judgeCorpus,
  type Label,
  type LabelledVerdict,
} from "./judge-corpus.js";
import { accountsOf, judgeProgram } from "./judge-program.js";
import { type FaultSet, listPlantedFaults, type PlantedFault } from "./planted-fault.js";

/** What was told about one planted server. */
interface Told {
  readonly fault: PlantedFault;
  /** Whether a finding in an area of the fault fails. */
  readonly failed: boolean;
  /** Whether a finding in an area of the fault fails or warns. */
  readonly told: boolean;
  /** Ids that fail in another area: findings that are not about the fault. */
  readonly astray: readonly string[];
  readonly requests: number;
}

/** Milliseconds a planted server may take to answer; those that hang are meant to. */
const requestTimeout = 2_000;

async function judgeFault(fault: PlantedFault): Promise<Told> {
  const language = fault.command[0] === "python3" ? "python" : "node";
  const account = accountsOf(language)[fault.account];
  const options = { requestTimeout, ...(account !== undefined && { account }) };
  const report = await judgeProgram({ command: fault.command, provider: fault.provider, options });
  if (!report.connector.recognised) {
    const isMeant = fault.areas.includes("application");
    return { fault, failed: isMeant, told: isMeant, astray: [], requests: report.measurements.requests };
  }
  const fails = report.results.filter(({ verdict }) => verdict === "fail");
  const isAbout = ({ area }: { readonly area: string }): boolean => fault.areas.includes(area);
  const failed = fails.some(isAbout);
  const told = failed || report.results.some((result) => result.verdict === "warn" && isAbout(result));
  const astray = fails.filter((result) => !isAbout(result)).map(({ id }) => id);
  return { fault, failed, told, astray, requests: report.measurements.requests };
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

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}

function plantedLine(name: string, all: readonly Told[]): string {
  const serious = all.filter(({ fault }) => fault.serious);
  const count = (one: readonly Told[], key: "failed" | "told"): string =>
    `${one.filter((told) => told[key]).length} (${percent(one.filter((told) => told[key]).length, one.length)})`;
  const astray = all.flatMap((told) => told.astray).length;
  return `| ${name} | ${all.length} | ${count(all, "failed")} | ${count(all, "told")} | ${count(serious, "failed")} of ${serious.length} | ${astray} |`;
}

/** What could not run counts as a failure for whoever reads the report, so it counts as one here. */
function isFailure({ result: { verdict } }: LabelledVerdict): boolean {
  return verdict !== "warn";
}

function precisionOf(labelled: readonly LabelledVerdict[]): string {
  const verdicts = labelled.filter(({ label }) => label !== "blocked");
  const count = (wanted: Label): number => verdicts.filter(({ label }) => label === wanted).length;
  const debatable = count("debatable") === 0 ? "" : `, ${count("debatable")} debatable`;
  return `${count("right")} of ${verdicts.length} (${percent(count("right"), verdicts.length)})${debatable}`;
}

function corpusLine(profile: JudgedSubject["profile"], all: readonly JudgedSubject[]): string {
  const judged = all.filter((one) => one.profile === profile);
  const verdicts = judged.flatMap((one) => one.verdicts);
  const faults = judged.flatMap(({ subject }) => subject.faults);
  const found = judged.flatMap((one) => one.found);
  const recall = (isCounted: (fault: { readonly serious: boolean }) => boolean): string => {
    const [part, whole] = [found.filter(isCounted).length, faults.filter(isCounted).length];
    return `${part} of ${whole} (${percent(part, whole)})`;
  };
  const failures = precisionOf(verdicts.filter(isFailure));
  const warnings = precisionOf(verdicts.filter((one) => !isFailure(one)));
  return `| ${profile} | ${judged.length} | ${failures} | ${warnings} | ${recall(() => true)} | ${recall(({ serious }) => serious)} |`;
}

function corpusDetails({ subject, profile, verdicts, found, requests, totalMs }: JudgedSubject): string[] {
  const name = `${subject.file} (${profile})`;
  return [
    `${name}: ${requests} requests, ${Math.round(totalMs)} ms`,
    ...verdicts.flatMap(({ label, result: { id, verdict, detail } }) =>
      label === "right" || label === "blocked" ? [] : [`  ${label}: ${verdict}: ${id}: ${detail}`],
    ),
    ...subject.faults.filter((fault) => !found.includes(fault)).map(({ says }) => `  missed: ${says}`),
  ];
}

async function printCorpus(): Promise<void> {
  const judged = await judgeCorpus();
  const lines = [
    "| corpus, by profile | connectors | precision of failures | precision of warnings | faults found | serious found |",
    "| --- | --- | --- | --- | --- | --- |",
    ...corpusProfiles.map((profile) => corpusLine(profile, judged)),
    "",
    ...judged.flatMap(corpusDetails),
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

async function printPlanted(): Promise<void> {
  const planted = await judgeAll(listPlantedFaults());
  const ofSet = (set: FaultSet): readonly Told[] => planted.filter(({ fault }) => fault.set === set);
  const missed = planted.filter(({ told }) => !told);
  const lines = [
    "| planted | servers | failed | told | serious failed | astray |",
    "| --- | --- | --- | --- | --- | --- |",
    plantedLine("tuned with", ofSet("tuned")),
    plantedLine("kept", ofSet("kept")),
    plantedLine("fresh", ofSet("fresh")),
    plantedLine("all", planted),
    "",
    ...missed.map(({ fault }) => `missed (${fault.set}): ${fault.id}: ${fault.says}`),
    ...planted
      .filter(({ told, failed }) => told && !failed)
      .map(({ fault }) => `warned of (${fault.set}): ${fault.id}: ${fault.says}`),
    ...planted.flatMap(({ fault, astray }) =>
      astray.length === 0 ? [] : [`astray: ${fault.id}: ${astray.join(", ")}`],
    ),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

// `corpus` leaves out the planted servers, which take minutes.
await printCorpus();
if (process.argv[2] !== "corpus") await printPlanted();
