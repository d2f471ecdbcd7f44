import type { ConformanceReport } from "../run/conformance-report.js";
import { escapeMarkup } from "./escape-markup.js";

/** Average width of a character of the badge's font, in pixels. */
const characterWidth = 6.6;
const padding = 12;

/**
 * Draws a badge: how many of the applicable requirements are met.
 *
 * @param report - The report of a run
 * @returns An SVG document without external resources
 */
export function badgeReport(report: ConformanceReport): string {
  const { pass, fail, warn, "could-not-run": unjudged } = report.summary;
  const label = "connector contract";
  const judged = pass + fail + warn + unjudged;
  const value = report.connector.recognised ? `${pass} of ${judged} met` : "not a connector";
  const [left, right] = [width(label), width(value)];
  const colour = chooseColour(fail + unjudged, warn);
  const title = escapeMarkup(`${label}: ${value}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect width="${left}" height="20" fill="#444"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${colour}"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">',
    `<text x="${left / 2}" y="14">${escapeMarkup(label)}</text>`,
    `<text x="${left + right / 2}" y="14">${escapeMarkup(value)}</text>`,
    "</g></svg>\n",
  ].join("");
}

function width(text: string): number {
  return Math.round(text.length * characterWidth + padding);
}

function chooseColour(failures: number, warnings: number): string {
  if (failures > 0) return "#b3261e";
  return warnings > 0 ? "#8a6100" : "#1a6b2e";
}
