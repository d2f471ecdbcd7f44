/** @import { Measured } from "./figures-table.mjs" */

const width = 860;
const rowHeight = 34;
const left = 430;
/** The ratio at the right edge. */
const maxRatio = 2.5;

/**
 * Draws the time of Wellhead against that of another program for the same work, one bar a figure.
 *
 * @param {Record<string, Measured>} figures Figures by benchmark and part.
 * @returns {string} An SVG document.
 */
export function drawChart(figures) {
  const bars = Object.values(figures)
    .flatMap(({ rows }) => rows)
    .flatMap(({ what, ratio, limits }) => {
      const [, work, peer] = /^(.*), against (.*)$/.exec(what) ?? [];
      if (ratio === undefined || peer === undefined) return [];
      // A figure with a minimum is a speed; all others are times.
      return [{ work, peer, time: limits?.atLeast === undefined ? ratio.median : 1 / ratio.median }];
    });
  const height = 60 + bars.length * rowHeight;
  const unit = (width - left - 60) / maxRatio;
  const rows = bars.map(({ work, peer, time }, index) => {
    const y = 44 + index * rowHeight;
    return `  <text class="work" x="0" y="${y + 10}">${escape(work)}</text>
  <text class="peer" x="0" y="${y + 24}">against ${escape(peer)}</text>
  <rect x="${left}" y="${y}" width="${round(Math.min(time, maxRatio) * unit)}" height="18" rx="2"/>
  <text class="work" x="${left + round(Math.min(time, maxRatio) * unit) + 6}" y="${y + 14}">${round(time)} ×</text>`;
  });
  const line = left + round(unit);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
  <title id="title">Time of Wellhead, where the other program takes 1; shorter is faster</title>
  <style>
    text { font: 12px system-ui, sans-serif; fill: #1f2328; }
    .peer { font-size: 11px; fill: #59636e; }
    rect { fill: #0f766e; }
    line { stroke: #59636e; stroke-dasharray: 3 3; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .peer { fill: #9198a1; }
      rect { fill: #2dd4bf; }
    }
  </style>
  <text class="peer" x="${line}" y="20" text-anchor="middle">the other program: 1 ×</text>
  <line x1="${line}" y1="28" x2="${line}" y2="${height - 12}"/>
${rows.join("\n")}
</svg>
`;
}

function round(value) {
  return Math.round(value * 100) / 100;
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
