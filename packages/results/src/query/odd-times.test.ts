import { execFileSync } from "node:child_process";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import type { ResultTable } from "../table/result-table.js";
import type { RowCondition } from "./row-query.js";

// Columns of times with years before 1000, nine digits, the hour 24, leap seconds and days that no month has. Python
// reads the same texts, with its own calendar and fractions.

const rounds = Number(process.env["WELLHEAD_TIME_TABLES"] ?? 2);
/** A round takes a minute while others use the machine. */
const timeout = rounds * 300_000;
const server = new RowServer();
let results: Results;

beforeAll(async () => {
  await server.start();
  results = await Results.open(engineThreads);
});
afterAll(async () => {
  await results.close();
  await server.stop();
});

const checker = String.raw`
import json, re, sys
from calendar import monthrange
from datetime import date
from fractions import Fraction

def moment(text):
    """Seconds since the first day of year 1; None for a text that is not in the calendar."""
    if text is None: return None
    form = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?", text)
    year, month, day, hour, minute, second = [int(part or 0) for part in form.groups()[:6]]
    fraction = Fraction("0" + form[7] if form[7] else "0")
    if year < 1 or not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]: return None
    clock = hour * 3600 + minute * 60 + second + fraction
    if minute > 59 or second > 59 or clock > 86400 or (hour > 23 and clock != 86400): return None
    zone = (form[8] or "Z").replace(":", "")
    shift = 0 if zone == "Z" else int(zone[0] + "1") * (int(zone[1:3]) * 3600 + int(zone[3:5] or 0) * 60)
    return date(year, month, day).toordinal() * 86400 + clock - shift

given = json.load(sys.stdin)
sent = given["sent"]
moments = [moment(text) for text in sent]
found = [one for one in moments if one is not None]
wrong = []
def check(what, expected, got):
    if expected != got: wrong.append(f"{what}: expected {expected}, got {got}")
profile = given["profile"]
check("nulls", len(sent) - len(found), profile["nulls"])
check("unread", len([text for text in sent if text is not None]) - len(found), profile.get("unread", 0))
check("distinct", len(set(found)), profile["distinct"])
check("min", min(found), moment(profile["min"]))
check("max", max(found), moment(profile["max"]))
for common in profile["common"]:
    check(f"common {common['value']}", found.count(moment(common["value"])), common["count"])
check("histogram", len(found), sum(one["count"] for one in profile["histogram"]))
for text, one, cell in zip(sent, moments, given["cells"]):
    if text is None or one is None: check("cell", text, cell)
    else: check(f"cell {text}", one, moment(cell))
for direction in ("rising", "falling"):
    order = sorted((row for row in range(len(sent)) if moments[row] is not None), key=lambda row: moments[row])
    last = [row for row in range(len(sent)) if moments[row] is None]
    if direction == "falling":
        # A stable sort: rows with equal values keep their order.
        order = sorted((row for row in range(len(sent)) if moments[row] is not None), key=lambda row: -moments[row])
    check(direction, order + last, given[direction])
signs = {"equals": lambda a, b: a == b, "less": lambda a, b: a < b, "at-most": lambda a, b: a <= b, "more": lambda a, b: a > b, "at-least": lambda a, b: a >= b}
for asked in given["asked"]:
    operator, value = asked["operator"], asked.get("value")
    if operator == "empty": expected = moments.count(None)
    elif operator == "differs": expected = sum(1 for one in moments if one != moment(value))
    else: expected = sum(1 for one in found if signs[operator](one, moment(value)))
    check(f"{operator} {value}", expected, asked["count"])
for text, count in given["searched"]: check(f"search {text}", sum(1 for cell in given["cells"] if cell is not None and text in cell), count)
for text, count in given["exact"]: check(f"exactly {text}", sent.count(text) if moment(text) is None else moments.count(moment(text)), count)
print(json.dumps(wrong))
`;

function numbersFrom(seed: number): (maximum: number) => number {
  let state = seed;
  return (maximum) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * maximum);
  };
}

const days = [
  "0001-01-01",
  "0999-12-31",
  "2023-02-30",
  "0000-00-00",
  "2024-02-29",
  "2024-13-01",
  "9999-12-31",
];
const clocks = [
  "T24:00:00",
  "T24:00",
  "T23:59:60",
  "T25:00:00",
  "T10:00",
  "T10:00:00.1",
  "T10:00:00.123456",
  "T10:00:00.123456789",
  "T10:00:00.123456788",
  " 10:00:00.1234567890",
  "T10:00:00.123456000",
  "T24:00:00.5",
];

/** Writes one text of a column of days, of times without a zone, or of instants. */
function writeTime(kind: "day" | "time" | "instant", next: (maximum: number) => number): string {
  const usual = `2024-03-${String(1 + next(9)).padStart(2, "0")}`;
  const day = next(4) === 0 ? (days[next(days.length)] ?? usual) : usual;
  if (kind === "day") return day;
  const clock = next(2) === 0 ? `T${10 + next(9)}:00:00` : (clocks[next(clocks.length)] ?? "");
  // The calendar of Python ends with year 9999, and begins with year 1.
  const zones = /^(?:0001|9999)/.test(day) ? ["Z"] : ["Z", "+02:00", "-0330", "+05"];
  const isEnd = day.startsWith("9999") && clock.startsWith("T24");
  return `${isEnd ? "2024-01-01" : day}${clock}${kind === "instant" ? zones[next(zones.length)] : ""}`;
}

const operators = ["equals", "differs", "less", "at-most", "more", "at-least"] as const;

async function faultsOf(table: ResultTable, sent: readonly (string | null)[]): Promise<unknown> {
  const [profile] = await table.profile({ columns: ["at"], isDetailed: true });
  const window = { columns: ["at"], offset: 0, limit: 1000 };
  const order = async (isDescending: boolean) =>
    (await table.window({ ...window, sort: [{ column: "at", isDescending }] })).numbers;
  const bounds = ["2024-03-05", "2024-03-05T10:00:00.123456", "0001-01-01", "2024-02-29T10:00:00"];
  const conditions: readonly RowCondition[] = [
    { column: "at", operator: "empty" },
    ...bounds.flatMap((value) => operators.map((operator) => ({ column: "at", operator, value }))),
  ];
  const asked = [];
  for (const condition of conditions)
    asked.push({ ...condition, count: await table.count({ where: [condition] }) });
  const searched: (readonly [string, number])[] = [];
  for (const search of ["24:00", ":60", "123456789", "02-30"])
    searched.push([search, await table.count({ search })]);
  const exact: (readonly [string, number])[] = [];
  const odd = sent.filter((text) => text !== null && /:60|T25|\.123456789/.test(text));
  for (const value of odd.slice(0, 5))
    exact.push([
      value ?? "",
      await table.count({ where: [{ column: "at", operator: "equals", value: value ?? "" }] }),
    ]);
  const cells = (await table.window(window)).rows.map(([cell]) => cell);
  const [rising, falling] = [await order(false), await order(true)];
  const input = JSON.stringify({ sent, profile, cells, rising, falling, asked, searched, exact });
  return JSON.parse(execFileSync("python3", ["-c", checker], { input, encoding: "utf8" }));
}

const columnKinds = ["day", "time", "instant"] as const;

test.each(columnKinds)("a column with odd values stays a %s", { timeout }, async (kind) => {
  for (let round = 1; round <= rounds; round += 1) {
    const next = numbersFrom(round * 104_729);
    const sent = Array.from({ length: 300 }, () => (next(12) === 0 ? null : writeTime(kind, next)));
    for (const declared of ["", "date"]) {
      const rows = await server.read(sent.map((at) => `${JSON.stringify({ at })}\n`).join(""));
      const { table, unfit } = await results.load(rows, {
        schema: "o",
        name: `${kind} ${round} ${declared}`,
        declared: declared === "" ? [] : [{ id: "at", type: declared }],
        unfit: "keep",
      });
      expect(table.columns[0]?.kind).toBe(kind === "day" ? "date" : kind);
      expect(await faultsOf(table, sent), `round ${round}`).toEqual([]);
      expect(unfit).toMatchObject([{ key: "at", count: expect.any(Number) as number }]);
    }
  }
});

test("texts that only look like times, and times between other texts, stay texts", async () => {
  const body =
    '{"a":"2024-13-45","b":"2024-01-01T24:00:00","c":"2024-02-30","d":"2024-01-01T10:00:00.123456789"}\n';
  const other = '{"a":"2024-99-01","b":"tomorrow","c":"2024-02-01T10:00:00Z","d":7}\n';
  const { table } = await results.load(await server.read(body + other), {
    schema: "o",
    name: "texts",
    unfit: "keep",
  });
  expect(table.columns.map(({ kind }) => kind)).toEqual(["text", "text", "text", "text"]);
});
