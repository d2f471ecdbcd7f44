import { days, formatTimestamp, season } from "./days.mjs";
import { makeRandom } from "./random.mjs";
import { teas } from "./teas.mjs";

const countries = [
  { name: "Germany", weight: 30, growth: 0.1 },
  { name: "United Kingdom", weight: 22, growth: -0.15 },
  { name: "France", weight: 14, growth: 0.2 },
  { name: "Netherlands", weight: 10, growth: 0.3 },
  { name: "Poland", weight: 6, growth: 1.4 },
  { name: "Austria", weight: 6, growth: 0 },
  { name: "Denmark", weight: 4, growth: 0.5 },
  { name: "Portugal", weight: 3, growth: 0.8 },
];
const channels = [
  { name: "web", weight: 58 },
  { name: "app", weight: 27 },
  { name: "market stall", weight: 10 },
  { name: "telephone", weight: 5 },
];
const columns = [
  "order_id",
  "ordered_at",
  "country",
  "channel",
  "category",
  "product",
  "sku",
  "quantity",
  "unit_price",
  "discount_percent",
  "amount",
  "shipped_on",
  "rating",
  "returned",
];

/** Orders of a tea shop as CSV: growth, weekends, a Christmas peak, one viral day, one day the shop was down. */
export function makeTeaOrders() {
  const random = makeRandom("tea orders");
  const lines = [columns.join(",")];
  let order = 10_000;
  for (const day of days("2023-01-01", "2026-10-31")) {
    for (const time of orderTimes(random, day)) {
      order += 1;
      lines.push(makeOrder(random, day, { order, time }).join(","));
    }
  }
  return `${lines.join("\n")}\n`;
}

function orderTimes(random, day) {
  // A cable was cut on 14 March 2025, and a famous cook drank Moss & Mirror on 2 June 2026.
  if (day.date === "2025-03-14") return [];
  const growth = 7.5 + (9 * day.index) / day.count;
  const weekend = [1, 0.95, 0.95, 1, 1.15, 1.4, 1.3][day.weekday];
  const christmas = day.month === 11 && day.date.slice(8) < "21" ? 1.9 : 1 + (day.month === 10 ? 0.45 : 0);
  const viral = day.date === "2026-06-02" ? 9 : 1;
  const count = Math.max(1, Math.round(random.about(growth * weekend * christmas * viral, 1.6)));
  const hour = () =>
    Math.min(23.99, Math.max(0, random.chance(0.55) ? random.about(20, 1.6) : random.about(12, 3)));
  return Array.from({ length: count }, () => day.time + Math.floor(hour() * 3600) * 1000).toSorted(
    (a, b) => a - b,
  );
}

function makeOrder(random, day, { order, time }) {
  const progress = day.index / day.count;
  const country = random.weighted(countries, ({ weight, growth }) => weight * (1 + growth * progress));
  const available = teas.filter((tea) => tea.since <= day.date);
  const tea = random.weighted(
    available,
    ({ weight, summer }) => weight * (1.05 + summer * season(day.yearPart, 0.54)),
  );
  const famous = day.date === "2026-06-02" && random.chance(0.8) ? teas[3] : tea;
  const quantity = order % 4099 === 0 ? 250 : 1 + Math.floor(random.next() ** 3 * 6);
  const discount =
    day.month === 10 && day.date.slice(8) >= "24"
      ? 20
      : random.weighted([
          { weight: 8, of: 0 },
          { weight: 1, of: 5 },
          { weight: 1, of: 10 },
        ]).of;
  const price = Math.round(famous.price * (1 + 0.04 * Math.floor(progress * 4)) * 100);
  const amount = Math.round((price * quantity * (100 - discount)) / 100);
  const shipped =
    day.time +
    random.weighted([
      { weight: 6, of: 1 },
      { weight: 3, of: 2 },
      { weight: 1, of: 5 },
    ]).of *
      86_400_000;
  const rating = random.chance(0.35) ? random.weighted([5, 4, 3, 2, 1], (stars) => stars ** 3) : "";
  return [
    `HT-${order}`,
    formatTimestamp(time),
    country.name,
    random.weighted(channels).name,
    famous.category,
    quote(famous.name),
    famous.sku,
    quantity,
    money(price),
    discount,
    money(amount),
    shipped > Date.UTC(2026, 9, 31) ? "" : new Date(shipped).toISOString().slice(0, 10),
    rating,
    random.chance(rating !== "" && rating < 3 ? 0.4 : 0.02),
  ];
}

const money = (cents) => (cents / 100).toFixed(2);
const quote = (text) => (text.includes(",") ? `"${text}"` : text);
