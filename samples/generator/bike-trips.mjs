import { days, season } from "./days.mjs";
import { makeRandom } from "./random.mjs";

/** Docks of the imaginary town of Port Merrow; `x`, `y` in kilometres from the town hall. */
const docks = [
  { name: "Town Hall", x: 0, y: 0, weight: 10 },
  { name: "Fish Market", x: 0.8, y: -0.6, weight: 8 },
  { name: "Old Lighthouse", x: 2.4, y: -1.9, weight: 4 },
  { name: "Ferry Terminal", x: 1.5, y: -1.1, weight: 7 },
  { name: "Botanic Steps", x: -1.2, y: 1.4, weight: 5 },
  { name: "University", x: -2.1, y: 0.5, weight: 9 },
  { name: "Brickworks", x: -3.0, y: 2.2, weight: 4 },
  { name: "Swan Pond", x: 0.6, y: 2.0, weight: 5 },
  { name: "Observatory Hill", x: -0.9, y: 3.6, weight: 2 },
  { name: "Cinema Paradiso", x: 0.3, y: 0.7, weight: 6 },
];
const kinds = [
  { name: "city", weight: 60, speed: 14, rate: 12 },
  { name: "electric", weight: 32, speed: 20, rate: 22 },
  { name: "cargo", weight: 8, speed: 12, rate: 30 },
];
const issues = ["squeaky brake", "flat tyre", "lost bell", "stubborn lock", "seagull"];

/** Bicycle trips of one and a half years as NDJSON with nested members: rush hours, weekends, rain, seasons. */
export function makeBikeTrips() {
  const random = makeRandom("bike trips");
  const lines = [];
  for (const day of days("2025-05-01", "2026-10-31")) {
    const rain = random.chance(0.28 - 0.12 * season(day.yearPart, 0.55));
    const mean = (9 + 5.5 * season(day.yearPart, 0.55)) * (rain ? 0.45 : 1) * (day.weekday > 4 ? 0.85 : 1);
    const count = Math.max(0, Math.round(random.about(mean, 1.5)));
    const starts = Array.from(
      { length: count },
      () => day.time + Math.round(startHour(random, day) * 3600) * 1000,
    );
    for (const start of starts.toSorted((a, b) => a - b))
      lines.push(makeTrip(random, { start, rain, id: lines.length + 1 }));
  }
  return `${lines.map((trip) => JSON.stringify(trip)).join("\n")}\n`;
}

function startHour(random, day) {
  const peak = day.weekday > 4 ? random.about(14, 3.2) : random.about(random.chance(0.5) ? 8.2 : 17.4, 1.3);
  return Math.min(23.9, Math.max(0.1, peak));
}

function makeTrip(random, { start, rain, id }) {
  const from = random.weighted(docks);
  const to = random.chance(0.07) ? from : random.weighted(docks);
  const kind = random.weighted(kinds);
  const direct = Math.hypot(from.x - to.x, from.y - to.y);
  const distance = from === to ? random.between(1.5, 9) : direct * random.between(1.1, 1.6) + 0.2;
  const forgotten = id % 1499 === 0;
  const minutes = forgotten
    ? random.between(900, 1500)
    : (distance / kind.speed) * 60 * random.between(0.9, 1.4) + 1;
  const member = random.chance(0.7);
  const cents = member
    ? Math.max(0, Math.round((minutes - 30) * kind.rate))
    : 100 + Math.round(minutes * kind.rate);
  return {
    trip_id: id,
    started_at: new Date(start).toISOString(),
    ended_at: new Date(start + Math.round(minutes * 60) * 1000).toISOString(),
    bike: { number: random.whole(1, 240), kind: kind.name },
    from: place(from),
    to: place(to),
    distance_km: Math.round(distance * 100) / 100,
    price: cents / 100,
    member,
    weather: rain ? "rain" : "dry",
    issues: random.chance(0.04) ? [random.pick(issues)] : [],
  };
}

function place({ name, x, y }) {
  return { dock: name, lat: Number((54.32 + y / 111).toFixed(5)), lon: Number((10.14 + x / 65).toFixed(5)) };
}
