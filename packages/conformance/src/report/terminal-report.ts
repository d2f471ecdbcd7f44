import { areas } from "../requirement/area.js";
import type { ConformanceReport, RequirementResult, Verdict } from "../run/conformance-report.js";
import { oneLine } from "./visible-text.js";

/** How a report is written for a terminal. */
export interface TerminalReportOptions {
  /** Whether colours are used; default: false. */
  readonly colours?: boolean;
  /** Whether passes and what does not apply are listed too; default: false. */
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

/**
 * Writes a report for a person at a terminal. Nothing in it can steer the terminal, whatever the connector sent.
 *
 * @param report - What a run found
 * @param options - Colours and detail
 * @returns Lines that end with a line feed
 */
export function terminalReport(report: ConformanceReport, options: TerminalReportOptions = {}): string {
  const lines = [...heading(report), ""];
  for (const [area, title] of Object.entries(areas)) {
    const results = report.results.filter((result) => result.area === area && isListed(result, options));
    if (results.length > 0)
      lines.push(paint(title, 1, options), ...results.flatMap((one) => describe(one, options)), "");
  }
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
  if (!connector.recognised) return [title, `Not a connector: ${oneLine(connector.reason)}`];
  return [title, `Judged by profile ${profile}: ${profileBecause}`];
}

function isListed({ verdict }: RequirementResult, { all = false }: TerminalReportOptions): boolean {
  return all || (verdict !== "pass" && verdict !== "not-applicable");
}

function describe(result: RequirementResult, options: TerminalReportOptions): readonly string[] {
  const [sign, colour] = signs[result.verdict];
  const head = `  ${paint(sign, colour, options)} ${result.id} (${result.level}) ${result.sentence}`;
  if (result.verdict === "pass") return [head];
  const reason = result.capability === undefined ? result.detail : `${result.capability}: ${result.detail}`;
  if (result.verdict === "not-applicable") return [`${head}\n         ${oneLine(reason)}`];
  const last = result.evidence.at(-1);
  return [
    head,
    `         found: ${oneLine(result.detail)}`,
    ...(last === undefined
      ? []
      : [`         sent:  ${oneLine(`${last.request} ${last.requestBody}`).slice(0, longestAnswer)}`]),
    ...(last === undefined
      ? []
      : [`         got:   ${last.status} ${oneLine(last.answerBody).slice(0, longestAnswer)}`]),
    `         says:  ${result.section}; ${oneLine(result.reason)}`,
    `         fix:   ${oneLine(result.fix)}`,
  ];
}

function ending(
  { summary, measurements, results }: ConformanceReport,
  options: TerminalReportOptions,
): readonly string[] {
  const counts = [
    paint(`${summary.pass} passed`, 32, options),
    paint(`${summary.fail} failed`, summary.fail > 0 ? 31 : 0, options),
    paint(`${summary["could-not-run"]} could not be judged`, summary["could-not-run"] > 0 ? 31 : 0, options),
    paint(
      `${summary.warn} ${summary.warn === 1 ? "warning" : "warnings"}`,
      summary.warn > 0 ? 33 : 0,
      options,
    ),
    `${summary["not-applicable"]} not applicable`,
  ];
  const { requests, totalMs, applicationMs, firstByteMs, rowsPerSecond } = measurements;
  const figures = [
    `${requests} requests in ${totalMs} ms`,
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

/** Options by the names the command line gives them; one of them takes away instead of adding. */
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
