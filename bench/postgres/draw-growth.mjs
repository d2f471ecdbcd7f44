const width = 880;
const height = 380;
const panel = { width: 340, height: 260, top: 40 };
const colours = ["#6b7280", "#0b6e4f", "#c2410c", "#6d28d9", "#0369a1"];

/**
 * Draws time and memory as a function of the number of rows, on logarithmic scales.
 *
 * @param {{ name: string, rows: number, seconds: number, mebibytes?: number }[]} points The measurements.
 * @returns {string} An SVG.
 */
export function drawGrowth(points) {
  const names = [...new Set(points.map(({ name }) => name))];
  const colourOf = (name) => colours[names.indexOf(name) % colours.length];
  const x = { low: 10, high: 40_000_000, ticks: [20, 2000, 200_000, 20_000_000] };
  const seconds = { title: "Seconds", low: 0.005, high: 100, ticks: [0.01, 0.1, 1, 10, 100], left: 60 };
  const memory = {
    title: "Memory of the service, MiB",
    low: 50,
    high: 10_000,
    ticks: [100, 1000, 10_000],
    left: 490,
  };
  const parts = [
    drawPanel(
      points.map((point) => ({ ...point, value: point.seconds })),
      { x, y: seconds, names, colourOf },
    ),
    drawPanel(
      points.map((point) => ({ ...point, value: point.mebibytes })),
      { x, y: memory, names, colourOf },
    ),
    ...names.map((name, index) => legend(name, { colour: colourOf(name), before: names.slice(0, index) })),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>PostgreSQL to JSON over HTTP: time and memory against the number of rows</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${parts.join("\n")}
</svg>
`;
}

/** Puts the names next to each other; a letter of this font is about 7 units wide. */
function legend(name, { colour, before }) {
  const left = before.reduce((sum, { length }) => sum + length * 7 + 44, 60);
  return `<rect x="${left}" y="352" width="14" height="4" fill="${colour}"/><text x="${left + 20}" y="358">${name}</text>`;
}

function drawPanel(points, { x, y, names, colourOf }) {
  const across = scale(x, y.left, y.left + panel.width);
  const up = scale(y, panel.top + panel.height, panel.top);
  const bottom = panel.top + panel.height;
  const right = y.left + panel.width;
  const lines = names.map((name) => {
    const drawn = points
      .filter((point) => point.name === name && point.value !== undefined)
      .toSorted((left, other) => left.rows - other.rows)
      .map(({ rows, value }) => [across(rows), up(value)]);
    const colour = colourOf(name);
    const dots = drawn.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`).join("");
    return `<polyline points="${drawn.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>${dots}`;
  });
  return [
    `<text x="${y.left}" y="24" font-weight="bold">${y.title}</text>`,
    ...y.ticks.map(
      (tick) =>
        `<line x1="${y.left}" x2="${right}" y1="${up(tick)}" y2="${up(tick)}" stroke="#e5e7eb"/>` +
        `<text x="${y.left - 6}" y="${up(tick) + 4}" text-anchor="end">${tick.toLocaleString("en-US")}</text>`,
    ),
    ...x.ticks.map(
      (tick) =>
        `<text x="${across(tick)}" y="${bottom + 18}" text-anchor="middle">${tick.toLocaleString("en-US")}</text>`,
    ),
    `<text x="${right}" y="${bottom + 34}" text-anchor="end" fill="#6b7280">rows</text>`,
    ...lines,
  ].join("\n");
}

function scale({ low, high }, from, to) {
  const [start, end] = [Math.log10(low), Math.log10(high)];
  return (value) =>
    Math.round((from + ((Math.log10(value) - start) / (end - start)) * (to - from)) * 10) / 10;
}
