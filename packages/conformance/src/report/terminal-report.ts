import { areas } from "../requirement/area.js";
import type {
  Cause,
  ConformanceReport,
  Evidence,
  RequirementResult,
  Verdict,
} from "../run/conformance-report.js";
import { requirementPage } from "./requirement-page.js";
import { oneLine } from "./visible-text.js";

/** Options of `terminalReport()`. */
export interface TerminalReportOptions {
  /** Whether colours are used. Default: false. */
  readonly colours?: boolean;
  /** Whether to list passed and not applicable requirements too. Default: false. */
  readonly all?: boolean;
}

const signs: Readonly<Record<Verdict, readonly [string, number]>> = {
  pass: ["pass", 32],
  fail: ["FAIL", 31],
  warn: ["warn", 33],
  "not-applicable": ["n/a ", 90],
  "could-not-run": ["????", 31],
};

const longestAnswer = 300;

/** Maximum number of causes shown in full: people act on the first few. */
const maxCauses = 5;

/**
 * Formats a report for a terminal: a headline, then the causes, the most important ones in full and the others in one
 * line each. Content sent by the connector cannot control the terminal.
 *
 * @param report - The report of a run
 * @param options - Colours and detail
 * @returns Lines that end with a line feed
 */
export function terminalReport(report: ConformanceReport, options: TerminalReportOptions = {}): string {
  const failures = report.causes.filter(({ verdict }) => verdict === "fail");
  const shown = options.all === true ? failures : failures.slice(0, maxCauses);
  const lines = [
    ...heading(report),
    "",
    paint(oneLine(report.headline), 1, options),
    ...shown.flatMap((cause, index) => ["", ...describeCause(cause, index + 1, options)]),
    ...more(failures.slice(shown.length)),
    ...warnings(report, options),
    ...obstacles(report, options),
    "",
  ];
  if (options.all === true) lines.push(...listed(report, options));
  return `${[...lines, ...ending(report, options)].join("\n")}\n`;
}

function heading({
  address,
  name,
  version,
  profile,
  profileBecause,
  connector,
}: ConformanceReport): readonly string[] {
  const title = name === "" ? address : `${oneLine(name)} ${oneLine(version)} at ${address}`;
  return connector.recognised ? [title, `Judged by profile ${profile}: ${profileBecause}`] : [title];
}

function describeCause(cause: Cause, number: number, options: TerminalReportOptions): readonly string[] {
  const { id, serious, sentence, detail, reason, fix, witnesses, evidence } = cause;
  const last = evidence.at(-1);
  const others =
    witnesses.length === 1 ? "" : ` (${witnesses.length} requirements see it: ${witnesses.join(", ")})`;
  return [
    `${number}. ${paint(serious ? "SERIOUS" : "FAIL", 31, options)} expected: ${sentence}`,
    `   found: ${oneLine(detail)}${others}`,
    ...(last === undefined ? [] : describeExchange(last)),
    `   hurts: ${oneLine(reason)}`,
    `   fix:   ${oneLine(fix)}`,
    `   more:  ${requirementPage(witnesses[0] ?? id)}`,
  ];
}

function describeExchange({ request, requestBody, status, answerBody }: Evidence): readonly string[] {
  const got = status === 0 ? answerBody : `${status} ${answerBody}`;
  return [
    `   sent:  ${oneLine(`${request} ${requestBody}`).slice(0, longestAnswer)}`,
    `   got:   ${oneLine(got).slice(0, longestAnswer)}`,
  ];
}

function more(causes: readonly Cause[]): readonly string[] {
  if (causes.length === 0) return [];
  return ["", `${causes.length} more:`, ...causes.map(({ id, detail }) => `   ${id}: ${oneLine(detail)}`)];
}

function warnings({ causes }: ConformanceReport, options: TerminalReportOptions): readonly string[] {
  const advice = causes.filter(({ verdict }) => verdict === "warn");
  if (advice.length === 0) return [];
  return [
    "",
    paint("Advice", 33, options),
    ...advice.map(({ id, detail }) => `   ${id}: ${oneLine(detail)}`),
  ];
}

/** Says why requirements could not be judged, the reason of most of them first. */
function obstacles({ results }: ConformanceReport, options: TerminalReportOptions): readonly string[] {
  const counts = new Map<string, number>();
  for (const { verdict, detail } of results)
    if (verdict === "could-not-run") counts.set(detail, (counts.get(detail) ?? 0) + 1);
  if (counts.size === 0) return [];
  const reasons = [...counts].toSorted(([, one], [, other]) => other - one);
  const shown = options.all === true ? reasons : reasons.slice(0, maxCauses);
  return [
    "",
    paint("Not judged", 31, options),
    ...shown.map(([detail, count]) => `   ${count}: ${oneLine(detail)}`),
    ...(shown.length < reasons.length ? [`   ${reasons.length - shown.length} more reasons`] : []),
  ];
}

function listed({ results }: ConformanceReport, options: TerminalReportOptions): readonly string[] {
  return Object.entries(areas).flatMap(([area, title]) => {
    const own = results.filter((result) => result.area === area);
    return own.length === 0
      ? []
      : [paint(title, 1, options), ...own.map((one) => describe(one, options)), ""];
  });
}

function describe(result: RequirementResult, options: TerminalReportOptions): string {
  const [sign, colour] = signs[result.verdict];
  const head = `  ${paint(sign, colour, options)} ${result.id} (${result.level}) ${result.sentence}`;
  if (result.verdict === "pass") return head;
  const reason = result.capability === undefined ? result.detail : `${result.capability}: ${result.detail}`;
  return `${head}\n         ${oneLine(reason)}`;
}

function ending(
  { summary, measurements, results }: ConformanceReport,
  options: TerminalReportOptions,
): readonly string[] {
  const counts = [
    paint(`${summary.pass} passed`, 32, options),
    paint(`${summary.fail} failed`, summary.fail > 0 ? 31 : 0, options),
    paint(`${summary["could-not-run"]} not judged`, summary["could-not-run"] > 0 ? 31 : 0, options),
    paint(
      `${summary.warn} ${summary.warn === 1 ? "warning" : "warnings"}`,
      summary.warn > 0 ? 33 : 0,
      options,
    ),
    `${summary["not-applicable"]} not applicable`,
  ];
  const { requests, totalMs, applicationMs, firstByteMs, rowsPerSecond, waitedMs = 0 } = measurements;
  const figures = [
    `${requests} requests in ${totalMs} ms`,
    waitedMs < 1_000 ? "" : `of which ${Math.round(waitedMs / 1_000)} s were waits the connector asked for`,
    figure("GET /", applicationMs, "ms"),
    figure("first byte of rows", firstByteMs, "ms"),
    figure("rows", rowsPerSecond, "per second"),
  ];
  const missing = missingFlags(results);
  return [
    counts.join(", "),
    figures.filter((text) => text !== "").join(", "),
    ...(missing === "" ? [] : [`Not judged in full: more is seen ${missing}`]),
  ];
}

/**
 * Returns the missing options by their names on the command line. The flag of `readOnly` must be removed instead of
 * added.
 */
function missingFlags(results: ConformanceReport["results"]): string {
  const options = results.map(({ capability }) => /^option (\w+)$/.exec(capability ?? "")?.[1]);
  const flags = [...new Set(options)]
    .filter((name) => name !== undefined)
    .map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  const added = flags.filter((flag) => flag !== "--read-only").join(", ");
  const parts = [
    added === "" ? "" : `with ${added}`,
    flags.includes("--read-only") ? "without --read-only" : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function figure(name: string, value: number | null, unit: string): string {
  return value === null ? "" : `${name} ${value} ${unit}`;
}

function paint(text: string, colour: number, { colours = false }: TerminalReportOptions): string {
  return colours && colour !== 0 ? `\u001b[${colour}m${text}\u001b[0m` : text;
}
