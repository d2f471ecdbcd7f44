import { days, season } from "./days.mjs";
import { makeRandom } from "./random.mjs";

const regions = [
  { name: "North Shore", size: 1.3, wind: 1.5, sun: 0.6 },
  { name: "Green Valley", size: 1, wind: 0.7, sun: 1 },
  { name: "Copper Hills", size: 0.8, wind: 0.9, sun: 1.2 },
  { name: "Sunken Plain", size: 1.1, wind: 1.1, sun: 1.1 },
];
const kinds = [
  { name: "Coal", base: 520, trend: -0.85, peak: 0.05, swing: 0.2 },
  { name: "Gas", base: 380, trend: -0.25, peak: 0.05, swing: 0.3 },
  { name: "Hydro", base: 210, trend: 0.02, peak: 0.38, swing: 0.35 },
  { name: "Biomass", base: 90, trend: 0.2, peak: 0, swing: 0.05 },
  { name: "Wind", base: 240, trend: 1.3, peak: 0.03, swing: 0.35 },
  { name: "Solar", base: 110, trend: 2.6, peak: 0.5, swing: 0.8 },
];

/** Monthly electricity by region and kind as TSV: coal fades, sun and wind grow, one drought, one gas shortage. */
export function makeEnergyMix() {
  const random = makeRandom("energy mix");
  const lines = ["month\tregion\tkind\tgigawatt_hours\tprice_per_mwh\trenewable"];
  for (const day of days("2017-01-01", "2026-10-01")) {
    if (!day.date.endsWith("-01")) continue;
    for (const region of regions) {
      for (const kind of kinds) lines.push(makeLine(random, day, { region, kind }).join("\t"));
    }
  }
  return `${lines.join("\n")}\n`;
}

function makeLine(random, day, { region, kind }) {
  const progress = day.index / day.count;
  const local = { Wind: region.wind, Solar: region.sun }[kind.name] ?? 1;
  const drought = kind.name === "Hydro" && day.date >= "2022-06" && day.date < "2023-01" ? 0.45 : 1;
  const shortage = day.date >= "2022-03" && day.date < "2023-04";
  const scarce = kind.name === "Gas" && shortage ? 0.7 : 1;
  const seasonal = 1 + kind.swing * season(day.yearPart, kind.peak);
  const energy = kind.base * region.size * local * (1 + kind.trend * progress) * seasonal * drought * scarce;
  const price = (shortage ? 190 : 62 + 20 * progress) * (1 + 0.12 * season(day.yearPart, 0.05));
  return [
    day.date,
    region.name,
    kind.name,
    Math.max(0, random.about(energy, energy * 0.05)).toFixed(1),
    random.about(price, 4).toFixed(2),
    !["Coal", "Gas"].includes(kind.name),
  ];
}
