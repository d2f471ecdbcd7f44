import { randomUUID } from "node:crypto";
import {
  type Application,
  type Connector,
  ConnectorError,
  isExact,
  type PagesState,
  type Source,
  writeExactJson,
} from "@wellhead/client";
import { Arguments } from "../command-line/arguments.js";
import { usageError } from "../command-line/command-error.js";
import { headersOf, openConnectors, readGivenConnector } from "../read/sql/named-connectors.js";
import { connect } from "../remote/connect.js";
import type { StopWatch } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { type BridgeConfig, isObject, type JsonObject, readBridgeConfig } from "./bridge-config.js";
import { OutStream } from "./out-stream.js";

/** Where a reading of a stream goes on. It is JSON, which the program that reads the stream keeps. */
export interface OutState {
  /** Start of the last complete run, in ISO 8601. Absent before there was one. */
  readonly since?: string;
  /** A run that has not been read to its end. */
  readonly run?: { readonly id: string; readonly startedAt: string; readonly position: PagesState };
}

/** Rows of one page, and the state after them. */
export interface OutPage {
  /** Records as JSON. */
  readonly records: readonly string[];
  /** The state after them; `undefined` where a later run cannot go on. */
  readonly state: OutState | undefined;
}

/** How far before the last run changes are requested, in milliseconds, because they may become visible late. */
const lookbackMs = 10 * 60_000;

/** A connector whose sources are streams of a protocol. */
export class OutConnector {
  readonly application: Application;
  readonly config: BridgeConfig;
  readonly #connector: Connector;
  readonly #stop: StopWatch;
  readonly #close: () => Promise<void>;

  /** Use {@link OutConnector.open} instead. */
  constructor(connector: Connector, parts: Pick<OutConnector, "application" | "config"> & OpenedParts) {
    this.#connector = connector;
    this.application = parts.application;
    this.config = parts.config;
    this.#stop = parts.stop;
    this.#close = parts.close;
  }

  /**
   * Opens a connector.
   *
   * @param place - An address, or a connector of this machine as `wellhead serve` takes it
   * @param options - The command line with the credentials of the caller, the terminal, the stop signals, and the configuration
   * @returns The connector, which must be closed
   */
  static async open(
    place: string,
    { commandLine, terminal, stop, config }: OpenOptions,
  ): Promise<OutConnector> {
    // The option --config names the configuration of the protocol here, not that of the service.
    const caller = new Arguments(
      [],
      new Map(["token-file", "header"].map((name) => [name, [...commandLine.values(name)]])),
    );
    const { signal } = stop;
    const opened = await openConnectors([readGivenConnector(place)], {
      commandLine: caller,
      terminal,
      signal,
    });
    try {
      const [named] = opened.connectors;
      if (named === undefined) throw usageError(`Could not open "${place}": it has no connector.`);
      const connector = connect(named.base, { headers: await headersOf(named, terminal), terminal });
      const application = await connector.describe({ signal });
      const { close } = opened;
      return new OutConnector(connector, {
        application,
        config: readBridgeConfig(config, application),
        stop,
        close,
      });
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** Ends the service of a connector of this machine. */
  close(): Promise<void> {
    return this.#close();
  }

  /**
   * Checks the account.
   *
   * @returns The configuration with the account as the connector has changed it, such as refreshed tokens; `undefined` when
   * it has not
   */
  async check(): Promise<JsonObject | undefined> {
    const { account = {}, given } = this.config;
    const validated = await this.#connector.validate(account, { signal: this.#stop.signal });
    const before = isObject(given["account"]) ? given["account"] : {};
    const changed = Object.entries(validated).filter(
      ([name, value]) =>
        Object.hasOwn(before, name) && writeExactJson(before[name]) !== writeExactJson(value),
    );
    if (changed.length === 0) return undefined;
    return { ...given, account: { ...before, ...Object.fromEntries(changed) } };
  }

  /**
   * Lists the streams.
   *
   * @param note - Called with a sentence about each source that cannot be read with this configuration
   */
  async streams(note: (text: string) => Promise<void>): Promise<readonly OutStream[]> {
    const types = await this.#types();
    const streams: OutStream[] = [];
    for (const source of this.application.sources) {
      const filter = this.#filterOf(source.id);
      const empty = source.filter.find(
        ({ id, required, defaultValue }) =>
          required && defaultValue === undefined && !Object.hasOwn(filter, id),
      );
      if (empty === undefined) streams.push(await this.#stream(source, types));
      else await note(`The stream "${source.id}" needs the field "${empty.id}" of its filter.`);
    }
    return streams;
  }

  /** Reads all rows of a stream. */
  async *rows(stream: OutStream): AsyncGenerator<readonly string[]> {
    const { signal } = this.#stop;
    const { account } = this.config;
    const options = {
      source: stream.id,
      account,
      filter: this.#filterOf(stream.id),
      validate: false,
      signal,
    };
    for await (const { texts } of await this.#connector.rows(options))
      yield texts.map((text) => stream.recordOf(text));
  }

  /**
   * Reads what has changed since an earlier run, or goes on where one was stopped.
   *
   * @param stream - The stream
   * @param state - Where to go on; `undefined` for everything
   * @param deleted - Column that says when a row was deleted
   */
  async *pages(
    stream: OutStream,
    { state, deleted }: { readonly state: OutState | undefined; readonly deleted: string },
  ): AsyncGenerator<OutPage> {
    const { run, ...before } = state ?? {};
    let isFirst = true;
    try {
      for await (const page of this.#runPages(stream, { before, deleted, run })) {
        isFirst = false;
        yield page;
      }
    } catch (error) {
      const isRefused = error instanceof ConnectorError && error.status === 400;
      // A position is valid for some days, and only for services that share their secret.
      if (run === undefined || !isFirst || !isRefused) throw error;
      yield* this.#runPages(stream, { before, deleted, run: undefined });
    }
  }

  async *#runPages(stream: OutStream, { before, deleted, run }: RunOptions): AsyncGenerator<OutPage> {
    const { since } = before;
    const id = run?.id ?? randomUUID();
    const startedAt = run?.startedAt ?? new Date().toISOString();
    const pages = this.#connector.synchronizer.pages({
      type: stream.id,
      types: [stream.id],
      account: this.config.account,
      validate: false,
      filter: this.#filterOf(stream.id),
      exact: true,
      operationId: id,
      signal: this.#stop.signal,
      ...(since !== undefined && {
        lastSynchronizedAt: new Date(Date.parse(since) - lookbackMs).toISOString(),
      }),
      ...(run !== undefined && { from: run.position }),
    });
    for await (const { rows, state: position } of pages) {
      yield {
        records: rows.map((item) => {
          const text = writeExactJson(item["row"]);
          if (item["__syncAction"] !== "REMOVE") return stream.recordOf(text);
          return `${text.slice(0, -1)},${JSON.stringify(deleted)}:${JSON.stringify(startedAt)}}`;
        }),
        state:
          position === undefined ? { since: startedAt } : { ...before, run: { id, startedAt, position } },
      };
    }
  }

  /** Lists the types that can be read in pages: all fields of their filter must be shared. */
  async #types(): Promise<ReadonlySet<string>> {
    if (!this.application.synchronizes) return new Set();
    const { account } = this.config;
    const { types, filter } = await this.#connector.synchronizer.config({
      account,
      validate: false,
      signal: this.#stop.signal,
    });
    const shared = new Set(filter.map(({ id }) => id));
    const isShared = (id: string): boolean =>
      Object.keys(this.#filterOf(id)).every((field) => shared.has(field));
    return new Set(types.map(({ id }) => id).filter((id) => isShared(id)));
  }

  async #stream(source: Source, types: ReadonlySet<string>): Promise<OutStream> {
    const { id } = source;
    const { account } = this.config;
    const options = { account, filter: this.#filterOf(id), validate: false, signal: this.#stop.signal };
    if (types.has(id)) {
      const schema = await this.#connector.synchronizer.schema({ ...options, types: [id], exact: true });
      const fields = schema.types.get(id) ?? [];
      if (isExact(fields)) return OutStream.ofFields(id, fields);
    }
    const columns = this.application.hasSchema
      ? await this.#connector.schema({ ...options, source: id })
      : undefined;
    return OutStream.ofColumns(id, columns ?? source.columns ?? []);
  }

  #filterOf(source: string): JsonObject {
    const { filters } = this.config;
    return Object.hasOwn(filters, source) ? (filters[source] ?? {}) : {};
  }
}

interface RunOptions {
  readonly before: Pick<OutState, "since">;
  readonly deleted: string;
  readonly run: OutState["run"];
}

interface OpenedParts {
  readonly stop: StopWatch;
  readonly close: () => Promise<void>;
}

/** Options of {@link OutConnector.open}. */
export interface OpenOptions {
  readonly commandLine: Arguments;
  readonly terminal: Terminal;
  readonly stop: StopWatch;
  /** The configuration of the protocol; `undefined` when there is none. */
  readonly config: unknown;
}

/**
 * @param value - What a program has kept of a stream
 * @returns The state; `undefined` for anything else, after which everything is read
 */
export function readOutState(value: unknown): OutState | undefined {
  if (!isObject(value)) return undefined;
  const { since, run } = value;
  const hasRun =
    isObject(run) &&
    typeof run["id"] === "string" &&
    typeof run["startedAt"] === "string" &&
    isObject(run["position"]);
  const isSince = typeof since === "string" && !Number.isNaN(Date.parse(since));
  if (!hasRun && !isSince) return undefined;
  return {
    ...(isSince && { since }),
    // Its members were checked above.
    ...(hasRun && { run: run as unknown as NonNullable<OutState["run"]> }),
  };
}
