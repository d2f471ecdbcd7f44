import { DuckDBInstance } from "@duckdb/node-api";
import { days, season } from "./days.mjs";
import { makeRandom } from "./random.mjs";

const stations = [
  { name: "Cape Sorrow", zone: "coast", altitude: 8, mean: 10.5, swing: 7, rain: 0.42, wind: 9 },
  { name: "Kestrel Ridge", zone: "mountain", altitude: 1480, mean: 3.2, swing: 9, rain: 0.46, wind: 8 },
  { name: "Dusty Junction", zone: "desert", altitude: 310, mean: 21.5, swing: 11, rain: 0.04, wind: 4 },
  { name: "Willow Ferry", zone: "river", altitude: 62, mean: 9.8, swing: 9.5, rain: 0.35, wind: 3.5 },
  { name: "Upper Pudding", zone: "hills", altitude: 420, mean: 8.1, swing: 9, rain: 0.38, wind: 4.5 },
  { name: "Glass Island", zone: "coast", altitude: 3, mean: 17.9, swing: 5, rain: 0.22, wind: 6 },
  { name: "Old Mill Lane", zone: "town", altitude: 110, mean: 11.2, swing: 9.5, rain: 0.33, wind: 3 },
  { name: "Frostbite Falls", zone: "north", altitude: 205, mean: -1.4, swing: 15, rain: 0.3, wind: 4 },
];
const table = `create table weather (
  station varchar, zone varchar, altitude_m smallint, date date,
  temperature_min decimal(4,1), temperature_mean decimal(4,1), temperature_max decimal(4,1),
  rain_mm decimal(5,1), wind_mps decimal(4,1), sunshine_hours decimal(4,1), snow_cm smallint, event varchar)`;

/** Daily weather of eight stations as Parquet, written to a path: seasons, slow warming, storms, gaps. */
export async function writeWeatherStations(path) {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  try {
    await connection.run(table);
    const rows = stations.flatMap((station) => makeStation(station));
    for (let start = 0; start < rows.length; start += 2000) {
      await connection.run(`insert into weather values ${rows.slice(start, start + 2000).join(",")}`);
    }
    await connection.run(
      `copy weather to '${path.replaceAll("'", "''")}' (format parquet, compression zstd, row_group_size 8192)`,
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function makeStation(station) {
  const random = makeRandom(`weather ${station.name}`);
  const rows = [];
  let front = 0;
  let snow = 0;
  for (const day of days("2020-01-01", "2026-10-31")) {
    front = front * 0.8 + random.about(0, 1.6);
    const mean =
      station.mean + station.swing * season(day.yearPart, 0.55) + front + (1.1 * day.index) / day.count;
    const wet = random.chance(station.rain);
    const rain = wet ? random.next() ** 3 * 38 + 0.2 : 0;
    const wind = Math.max(0, random.about(station.wind, station.wind * 0.35) + (wet ? 1.5 : 0));
    snow = Math.max(0, Math.round(snow + (mean < 0 ? rain : 0) - Math.max(0, mean) * 1.5));
    // Dusty Junction lost its instruments to a goat for most of September 2024.
    const silent = station.name === "Dusty Junction" && day.date >= "2024-09-03" && day.date <= "2024-09-24";
    if (silent) continue;
    rows.push(formatDay(random, { station, day, mean, rain, wind, snow }));
  }
  return rows;
}

function formatDay(random, { station, day, mean, rain, wind, snow }) {
  const light = 7.5 + 4.5 * season(day.yearPart, 0.47);
  const sunshine = Math.max(0, light * (rain > 0 ? random.between(0, 0.5) : random.between(0.5, 1)));
  const event = nameEvent({ mean, rain, wind });
  const faulty = random.chance(0.004);
  return `(${[
    `'${station.name}'`,
    `'${station.zone}'`,
    station.altitude,
    `'${day.date}'`,
    faulty ? "null" : (mean - random.between(2, 6)).toFixed(1),
    faulty ? "null" : mean.toFixed(1),
    faulty ? "null" : (mean + random.between(2, 7)).toFixed(1),
    rain.toFixed(1),
    wind.toFixed(1),
    sunshine.toFixed(1),
    snow,
    event === undefined ? "null" : `'${event}'`,
  ].join(",")})`;
}

function nameEvent({ mean, rain, wind }) {
  if (wind > 16) return "storm";
  if (rain > 28) return "downpour";
  if (mean > 30) return "heat";
  return mean < -18 ? "deep frost" : undefined;
}
