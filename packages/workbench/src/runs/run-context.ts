import { Connector } from "@wellhead/client";
import { Results, type SpareEngine } from "@wellhead/results";
import type { RunEvent } from "../protocol/index.js";
import type { DataReach } from "./data-reach.js";
import { EventStream } from "./event-stream.js";
import { observeExchanges } from "./observe-exchanges.js";
import { ProgressReporter } from "./run-progress.js";

/** Options of {@link RunContext}. */
export interface RunContextOptions {
  readonly id: string;
  readonly reach: DataReach;
  /** Address of this service. */
  readonly own: URL;
  /** A process for the engine of the next run. */
  readonly spare: SpareEngine;
}

/** The parts of a run in progress: its events, its connectors and its end. */
export class RunContext {
  readonly id: string;
  readonly stream: EventStream<RunEvent>;
  readonly progress: ProgressReporter;
  readonly #options: RunContextOptions;
  readonly #controller = new AbortController();
  #isCancelled = false;
  #isGone = false;
  #exchanges = 0;

  /** @param options - Id, reach and limits */
  constructor(options: RunContextOptions) {
    this.#options = options;
    this.id = options.id;
    this.stream = new EventStream(() => this.abandon());
    this.progress = new ProgressReporter((event) => this.send(event));
  }

  /** Aborted when the run is to end early. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the user has cancelled the run. Rows that have arrived are kept. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Whether the result is no longer wanted, so that nothing is stored. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Ends the run early. Rows that have arrived are kept. */
  cancel(): void {
    this.#isCancelled = true;
    this.#controller.abort();
  }

  /** Ends the run early and discards its rows. */
  abandon(): void {
    this.#isGone = true;
    this.#controller.abort();
  }

  /** Sends an event to the page. */
  send(event: RunEvent): void {
    this.stream.send(event);
  }

  /**
   * Opens a connector whose requests are reported.
   *
   * @param base - Its base address: a path of this service, or an address elsewhere
   * @returns The connector
   */
  connect(base: string): Connector {
    const address = new URL(base, this.#options.own);
    return new Connector(address, {
      fetch: this.#options.reach.fetch,
      observe: observeExchanges({
        base,
        address,
        send: (event) => this.send(event),
        isCancelled: () => this.#isCancelled,
        nextNumber: () => {
          this.#exchanges += 1;
          return this.#exchanges;
        },
      }),
    });
  }

  /** Opens an engine for the rows. */
  openResults(): Promise<Results> {
    const { spare } = this.#options;
    return Results.open({ maxMemory: spare.maxMemory, spare });
  }
}
