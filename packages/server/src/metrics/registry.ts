/** Labels of a sample by name. */
export type Labels = Readonly<Record<string, string | number>>;

/** The value of a metric, or its values by label. */
export interface Sample {
  readonly value: number;
  /** Default: none. */
  readonly labels?: Labels;
}

/** A metric that has a value whenever the metrics are read. */
export interface ReadMetric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  /** Returns the current samples. */
  readonly read: () => readonly Sample[];
}

/** A metric as text, without its name and help. */
interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly lines: () => readonly string[];
}

/** Adds to the number of one set of labels. */
export type Count = (labels: Labels, by?: number) => void;

/** Adds an observed value to the buckets of one set of labels. */
export type Observe = (labels: Labels, value: number) => void;

/**
 * Metrics in the text format of Prometheus.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export class Registry {
  readonly #families: Family[] = [];

  /** Media type of the text. */
  readonly contentType = "text/plain; version=0.0.4; charset=utf-8";

  /**
   * Adds a counter.
   *
   * @param name - Its name
   * @param help - What it counts
   * @returns The function that counts
   */
  counter(name: string, help: string): Count {
    const counts = new Map<string, number>();
    this.#families.push({
      name,
      help,
      type: "counter",
      lines: () => [...counts].map(([labels, count]) => `${name}${braces(labels)} ${format(count)}`),
    });
    return (labels, by = 1) => {
      const key = labelText(labels);
      counts.set(key, (counts.get(key) ?? 0) + by);
    };
  }

  /**
   * Adds a histogram.
   *
   * @param name - Its name
   * @param help - What it observes
   * @param bounds - Upper bounds of the buckets, ascending; a bucket without a bound follows
   * @returns The function that observes a value
   */
  histogram(name: string, help: string, bounds: readonly number[]): Observe {
    const observed = new Map<string, Buckets>();
    this.#families.push({
      name,
      help,
      type: "histogram",
      lines: () => [...observed].flatMap(([labels, buckets]) => buckets.lines(name, labels)),
    });
    return (labels, value) => {
      const key = labelText(labels);
      const buckets = observed.get(key) ?? new Buckets(bounds);
      observed.set(key, buckets);
      buckets.observe(value);
    };
  }

  /** @param metric - A metric to read whenever the metrics are read */
  watch({ name, help, type, read }: ReadMetric): void {
    const lines = () =>
      read().map(({ labels = {}, value }) => `${name}${braces(labelText(labels))} ${format(value)}`);
    this.#families.push({ name, help, type, lines });
  }

  /** @returns The metrics as text */
  text(): string {
    return this.#families
      .flatMap(({ name, help, type, lines }) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...lines(),
        "",
      ])
      .join("\n");
  }
}

/** How many observed values are at most as large as each bound. */
class Buckets {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #count = 0;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.#count += 1;
    this.#sum += value;
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    if (bucket >= 0) this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }

  /** Each bucket contains those before it. */
  lines(name: string, labels: string): readonly string[] {
    const before = labels === "" ? "" : `${labels},`;
    let sum = 0;
    const buckets = this.#bounds.map((bound, index) => {
      sum += this.#counts[index] ?? 0;
      return `${name}_bucket{${before}le="${bound}"} ${sum}`;
    });
    return [
      ...buckets,
      `${name}_bucket{${before}le="+Inf"} ${this.#count}`,
      `${name}_sum${braces(labels)} ${format(this.#sum)}`,
      `${name}_count${braces(labels)} ${this.#count}`,
    ];
  }
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeValue(String(value))}"`)
    .join(",");
}

function escapeValue(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

function braces(labels: string): string {
  return labels === "" ? "" : `{${labels}}`;
}

function format(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value);
}
