import { readFileSync } from "node:fs";
import { defineConnector, upstreamInvalid } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";

const root = new URL("../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}

// The files have these shapes; a member that is missing fails the tests below.
const { groups } = parse(read("deploy/prometheus/alerts.yml")) as {
  readonly groups: readonly { readonly rules: readonly AlertRule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read("deploy/grafana/wellhead.json")) as {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
};

const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** What `/metrics` returns after a load, by the name of each metric. */
let served: Map<string, Set<string>>;

beforeAll(async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const moons = defineConnector({
    id: "moons",
    name: "Moons",
    version: "1",
    description: "Moons",
    sources: (source) => ({
      whole: source({ name: "Whole", rows: () => [{ id: 1 }] }),
      held: source({ name: "Held", rows: async () => held.then(() => [{ id: 1 }]) }),
      failing: source({
        name: "Failing",
        async *rows() {
          yield [{ id: 1 }];
          throw upstreamInvalid("Could not read the rest.");
        },
      }),
    }),
  });
  const app = await createApp({
    connectors: [moons],
    logger: false,
    admin: { port: 0 },
    limits: { maxRequestsPerAddress: 1, drainDelay: 0 },
  });
  const { url, adminUrl } = await app.listen({ port: 0 });
  const ask = async (source: string) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source }),
    });
    await answer.text();
  };
  for (const source of ["whole", "failing", "missing"]) await ask(source);
  // One request of an address may be in progress, so the other one is refused.
  const both = [ask("held"), ask("held")];
  await Promise.race(both);
  release();
  await Promise.all(both);
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  await app.close();
  served = new Map();
  for (const line of text.split("\n")) {
    const typed = /^# TYPE (?<name>\S+) /.exec(line)?.groups?.["name"];
    if (typed !== undefined) served.set(typed, new Set());
    const { name = "", labels = "" } = /^(?<name>[a-z_]+)(?:\{(?<labels>.*)\})? /.exec(line)?.groups ?? {};
    if (name === "") continue;
    const known = served.get(name) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/(?<label>\w+)="/g)) known.add(label);
    served.set(name, known);
  }
});

afterAll(() => served.clear());

/** Labels that Prometheus adds to what it reads. */
const added: readonly string[] = ["instance", "job"];

/** Returns the metrics that an expression reads, with the labels it selects them by. */
function metricsOf(
  expression: string,
): readonly { readonly name: string; readonly labels: readonly string[] }[] {
  return [...expression.matchAll(/\b(?<name>(?:wellhead|process|nodejs)_\w+)(?:\{(?<labels>[^}]*)\})?/g)].map(
    ({ groups: found }) => ({
      name: found?.["name"] ?? "",
      labels: Array.from(
        (found?.["labels"] ?? "").matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g),
        ([, label = ""]) => label,
      ),
    }),
  );
}

/** Finds metrics and labels of an expression that the service does not return. */
function faultsOf(title: string, expression: string): readonly string[] {
  const metrics = metricsOf(expression);
  if (metrics.length === 0) return expression.startsWith("up{") ? [] : [`${title}: reads no metric`];
  const grouped = Array.from(expression.matchAll(/by \((?<labels>[^)]*)\)/g), ({ groups: found }) =>
    (found?.["labels"] ?? "").split(/,\s*/),
  ).flat();
  return metrics.flatMap(({ name, labels }) => {
    const known = served.get(name);
    if (known === undefined) return [`${title}: ${name} does not exist`];
    // A counter without an event has no series, so its labels are not known.
    if (known.size === 0) return [];
    const missing = [...labels, ...grouped].filter((label) => !known.has(label) && !added.includes(label));
    return missing.map((label) => `${title}: ${name} has no label ${label}`);
  });
}

test("each metric of an alert or of the dashboard is one that a service under load returns, with these labels", () => {
  const faults = expressions.flatMap(([title, expression]) => faultsOf(title, expression));
  expect(faults).toEqual([]);
  expect(served.get("wellhead_refused_total")).toContain("reason");
  expect(served.get("wellhead_stream_endings_total")).toContain("ending");
});

test("each alert has a section in the runbook and cases for promtool, and each section an alert", () => {
  const names = rules.map(({ alert }) => alert);
  const headings = Array.from(
    read("docs/operate/alerts.md").matchAll(/^## (?<name>Wellhead\w+)$/gm),
    ([, name]) => name,
  );
  expect(new Set(headings)).toEqual(new Set(names));
  for (const { alert, annotations } of rules)
    expect(annotations.runbook).toBe(`docs/operate/alerts.md#${alert.toLowerCase()}`);
  const { tests } = parse(read("deploy/prometheus/alerts.test.yml")) as {
    readonly tests: readonly {
      readonly alert_rule_test: readonly {
        readonly alertname: string;
        readonly exp_alerts: readonly object[];
      }[];
    }[];
  };
  const cases = tests.flatMap(({ alert_rule_test: found }) => found);
  for (const name of names) {
    const own = cases
      .filter(({ alertname }) => alertname === name)
      .map(({ exp_alerts: raised }) => raised.length);
    expect(own).toEqual([1, 0]);
  }
});
