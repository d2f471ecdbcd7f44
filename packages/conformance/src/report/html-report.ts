import { areas } from "../requirement/area.js";
import type { ConformanceReport, Evidence, RequirementResult, Verdict } from "../run/conformance-report.js";
import { escapeMarkup } from "./escape-markup.js";
import { htmlScript, htmlStyle } from "./html-parts.js";
import { requirementPage } from "./requirement-page.js";

const words: Readonly<Record<Verdict, string>> = {
  fail: "failed",
  "could-not-run": "not judged",
  warn: "warning",
  pass: "passed",
  "not-applicable": "not applicable",
};

/** Verdicts that require action come first. */
const verdicts = [
  "fail",
  "could-not-run",
  "warn",
  "pass",
  "not-applicable",
] as const satisfies readonly Verdict[];

/**
 * Formats a report as one HTML page without external resources: summary, filters by area, level and verdict, and the
 * requests and responses of every finding. Content sent by the connector is displayed and never executed.
 *
 * @param report - The report of a run
 * @returns An HTML document
 */
export function htmlReport(report: ConformanceReport): string {
  const title = escapeMarkup(report.name === "" ? report.address : report.name);
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Connector report: ${title}</title><style>${htmlStyle}</style></head><body>`,
    `<header><h1>${title} <small>${escapeMarkup(report.version)}</small></h1>`,
    `<p>${escapeMarkup(report.address)} · profile ${escapeMarkup(report.profile)}: ${escapeMarkup(report.profileBecause)}</p>`,
    `<p class="headline">${escapeMarkup(report.headline)}</p>`,
    causes(report),
    summary(report),
    "</header>",
    "<h2>Every requirement</h2>",
    filters(),
    `<main>${verdicts.map((verdict) => group(report, verdict)).join("")}</main>`,
    `<script>${htmlScript}</script></body></html>\n`,
  ].join("\n");
}

/** Formats the causes in plain words, for a reader who does not know the interface. */
function causes({ causes: all }: ConformanceReport): string {
  const failures = all.filter(({ verdict }) => verdict === "fail");
  if (failures.length === 0) return "";
  const items = failures.map(({ sentence, detail, reason, fix, serious, evidence, witnesses }) => {
    const last = evidence.at(-1);
    return [
      `<li class="fail"><b>${serious ? "Serious: " : ""}${escapeMarkup(reason)}</b>`,
      `<p>Expected: ${escapeMarkup(sentence)}. Result: ${escapeMarkup(detail)}.</p>`,
      `<p>What to do: ${escapeMarkup(fix)}. <small>(${escapeMarkup(requirementPage(witnesses[0] ?? ""))})</small></p>`,
      last === undefined ? "" : `<div>${exchange(last)}</div>`,
      "</li>",
    ].join("");
  });
  return `<h2>What to fix, the most serious first</h2><ol class="causes">${items.join("")}</ol>`;
}

function summary({ summary: counts, measurements }: ConformanceReport): string {
  const cells = verdicts.map(
    (verdict) =>
      `<li class="${counts[verdict] === 0 ? "" : verdict}"><b>${counts[verdict]}</b> ${words[verdict]}</li>`,
  );
  const { requests, totalMs, applicationMs, firstByteMs, rowsPerSecond } = measurements;
  const figures = `${requests} requests in ${totalMs} ms · GET / ${applicationMs ?? "–"} ms · first byte of rows ${firstByteMs ?? "–"} ms · ${rowsPerSecond ?? "–"} rows per second`;
  return `<ul class="summary">${cells.join("")}</ul><p>${figures}</p>`;
}

function filters(): string {
  const areaOptions = Object.entries(areas).map(
    ([id, title]) => `<option value="${id}">${escapeMarkup(title)}</option>`,
  );
  const levelOptions = ["MUST", "SHOULD", "MAY"].map((level) => `<option>${level}</option>`);
  const verdictOptions = Object.entries(words).map(([id, word]) => `<option value="${id}">${word}</option>`);
  return `<form id="filters">${select("area", "Area", areaOptions)}${select("level", "Level", levelOptions)}${select("verdict", "Verdict", verdictOptions)}</form>`;
}

function select(name: string, label: string, options: readonly string[]): string {
  return `<label>${label} <select name="${name}"><option value="">all</option>${options.join("")}</select></label>`;
}

function group({ results }: ConformanceReport, verdict: Verdict): string {
  const own = results.filter((one) => one.verdict === verdict);
  if (own.length === 0) return "";
  return `<section><h2>${own.length} ${words[verdict]}</h2>${own.map(result).join("")}</section>`;
}

function result(one: RequirementResult): string {
  const { id, area, level, verdict, sentence, detail, reason, fix, section, capability } = one;
  const open = verdict === "fail" || verdict === "could-not-run" ? " open" : "";
  const found = detail === "" ? "" : `<dt>Found</dt><dd>${escapeMarkup(detail)}</dd>`;
  const decides = capability === undefined ? "" : `<dt>Decided by</dt><dd>${escapeMarkup(capability)}</dd>`;
  return [
    `<details class="${verdict}" data-area="${area}" data-level="${level}" data-verdict="${verdict}"${open}>`,
    `<summary><span>${words[verdict]}</span> <code>${escapeMarkup(id)}</code> <em>${level}</em> ${escapeMarkup(sentence)}</summary>`,
    `<dl>${found}${decides}<dt>Reason</dt><dd>${escapeMarkup(reason)}</dd><dt>Fix</dt><dd>${escapeMarkup(fix)}</dd>`,
    `<dt>Section</dt><dd>${escapeMarkup(section)}</dd></dl>${one.evidence.map(exchange).join("")}</details>`,
  ].join("");
}

function exchange(evidence: Evidence): string {
  const sent = [evidence.request, ...headerLines(evidence.requestHeaders), "", evidence.requestBody].join(
    "\n",
  );
  const got = [String(evidence.status), ...headerLines(evidence.answerHeaders), "", evidence.answerBody].join(
    "\n",
  );
  return `<h3>Sent</h3><pre>${escapeMarkup(sent)}</pre><h3>Received</h3><pre>${escapeMarkup(got)}</pre>`;
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
