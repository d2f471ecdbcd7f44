import { expect, test } from "vitest";
import { Registry } from "../../dist/metrics/registry.js";

/** Reads the text format as its specification states it, with the escapes of label values. */
function parse(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const parts = /^(?<key>[a-z_]+(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*\})?) (?<value>\S+)$/.exec(
      line,
    );
    expect(parts, line).not.toBeNull();
    const { key = "", value = "" } = parts?.groups ?? {};
    samples.set(key, value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value));
  }
  return samples;
}

test("counter() adds up per set of labels, and escapes their values", () => {
  const registry = new Registry();
  const count = registry.counter("rows_total", "Rows");
  count({ connector: "moons" });
  count({ connector: "moons" }, 41);
  count({ connector: 'a "b"\\\n' });
  expect(Object.fromEntries(parse(registry.text()))).toEqual({
    'rows_total{connector="moons"}': 42,
    'rows_total{connector="a \\"b\\"\\\\\\n"}': 1,
  });
  expect(registry.text()).toMatch(/^# HELP rows_total Rows\n# TYPE rows_total counter\n/);
});

test("histogram() counts each value in every bucket that contains it", () => {
  const registry = new Registry();
  const observe = registry.histogram("duration_seconds", "Time", [0.1, 1]);
  for (const seconds of [0.05, 0.1, 0.5, 7]) observe({ endpoint: "rows" }, seconds);
  expect(Object.fromEntries(parse(registry.text()))).toEqual({
    'duration_seconds_bucket{endpoint="rows",le="0.1"}': 2,
    'duration_seconds_bucket{endpoint="rows",le="1"}': 3,
    'duration_seconds_bucket{endpoint="rows",le="+Inf"}': 4,
    'duration_seconds_sum{endpoint="rows"}': 7.65,
    'duration_seconds_count{endpoint="rows"}': 4,
  });
});

test("watch() reads a value whenever the metrics are read", () => {
  const registry = new Registry();
  let value = 1;
  registry.watch({ name: "streams", help: "Streams", type: "gauge", read: () => [{ value }] });
  expect(parse(registry.text()).get("streams")).toBe(1);
  value = Number.POSITIVE_INFINITY;
  expect(parse(registry.text()).get("streams")).toBe(Number.POSITIVE_INFINITY);
});
