import { type Connector, defineConnector, none, number, text, token } from "@wellhead/sdk";

/** What the source of a {@link Gates} does next. */
type Step = { readonly rows: number } | "end" | "fail";

/** Sources whose rows a test lets through. */
export class Gates {
  readonly #steps = new Map<string, Step[]>();
  readonly #waiting = new Map<string, () => void>();

  /**
   * @param name - Name of a gate
   * @param step - Number of rows to let through, or how the rows end
   */
  push(name: string, step: Step): void {
    this.#steps.set(name, [...(this.#steps.get(name) ?? []), step]);
    this.#waiting.get(name)?.();
  }

  /**
   * Creates a connector whose source `gate` returns the rows of the gate that the filter names. The source `endless`
   * never ends, and `limited` reads two pages of an upstream that allows one request an hour.
   *
   * @param upstream - URL of the upstream. Default: none
   * @returns The connector
   */
  connector(upstream = "http://127.0.0.1:9"): Connector {
    return defineConnector({
      id: "gates",
      name: "Gates",
      version: "1",
      description: "Waits",
      accounts: { none: none(), token: token() },
      http: {
        baseUrl: upstream,
        rate: { requests: 1, seconds: 3600, reserve: 0 },
        limits: { wait: 3_600_000 },
      },
      identify: async ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("aborted")));
        }),
      sources: (source) => ({
        gate: source({
          name: "Gate",
          filter: { gate: text(), size: number({ optional: true }) },
          fields: { note: text() },
          rows: ({ filter, signal }) => this.#rows(filter.gate, filter.size ?? 10, signal),
        }),
        endless: source({ name: "Endless", rows: () => endlessRows() }),
        limited: source({
          name: "Limited",
          async *rows({ http }) {
            for (;;) yield [{ page: await http.get("page").json() }];
          },
        }),
      }),
    });
  }

  async *#rows(name: string, size: number, signal: AbortSignal): AsyncGenerator<{ readonly note: string }[]> {
    for (;;) {
      const step = this.#steps.get(name)?.shift();
      if (step === "end") return;
      if (step === "fail") throw new Error("the gate fell");
      if (step === undefined) await this.#next(name, signal);
      else yield Array.from({ length: step.rows }, () => ({ note: "é".repeat(size) }));
    }
  }

  #next(name: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(name, resolve);
      signal.addEventListener("abort", () => resolve());
      if (signal.aborted) throw signal.reason;
    });
  }
}

async function* endlessRows(): AsyncGenerator<{ readonly note: string }[]> {
  const batch = Array.from({ length: 100 }, () => ({ note: "x".repeat(1000) }));
  for (;;) yield batch;
}
