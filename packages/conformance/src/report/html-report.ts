import { areas } from "../requirement/area.js";
import type { ConformanceReport, Evidence, RequirementResult, Verdict } from "../run/conformance-report.js";
import { escapeMarkup } from "./escape-markup.js";
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

/** Styles of the page: readable in light and dark mode, without external fonts or images. */
const htmlStyle = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--bad:#b3261e;--doubt:#8a6100;--good:#1a6b2e}
@media(prefers-color-scheme:dark){:root{--bad:#ff8a80;--doubt:#e6b450;--good:#7bd88f}}
body{max-width:70rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:1.5rem 0 .5rem}h3{font-size:.85rem;margin:.5rem 0 .2rem}
small{font-weight:normal}
.summary{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;padding:0}
.summary b{font-size:1.5rem}
form{display:flex;flex-wrap:wrap;gap:.5rem 1rem;margin:1rem 0}select{font:inherit;max-width:100%}
details{border-left:.3rem solid #888;padding:.2rem .8rem;margin:.3rem 0}
summary{cursor:pointer}
.fail,.could-not-run{border-color:var(--bad)}.warn{border-color:var(--doubt)}.pass{border-color:var(--good)}
.fail b,.could-not-run b,.fail span,.could-not-run span{color:var(--bad)}
.warn b,.warn span{color:var(--doubt)}.pass b,.pass span{color:var(--good)}
summary em{font-style:normal;font-size:.85rem}
pre{overflow:auto;white-space:pre-wrap;border:1px solid #8888;padding:.5rem;margin:0;max-height:20rem}
dt{font-weight:600}dd{margin:0 0 .3rem 1rem}
.headline{font-size:1.3rem;font-weight:600}.causes li{margin:0 0 1.2rem}
[hidden]{display:none}`;

/** Script of the page: hides the results that the filters exclude. It never turns text into markup. */
const htmlScript = `
const form=document.getElementById("filters");
form.addEventListener("input",()=>{
  const wanted=Object.fromEntries(new FormData(form));
  for(const one of document.querySelectorAll("details"))
    one.hidden=Object.entries(wanted).some(([name,value])=>value!==""&&one.dataset[name]!==value);
  for(const one of document.querySelectorAll("section"))
    one.hidden=one.querySelector("details:not([hidden])")===null;
});`;
