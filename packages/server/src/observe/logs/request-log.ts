import { currentSpan } from "@wellhead/runtime";
import type { Log, LogDetails } from "@wellhead/sdk";
import { type DescribeFault, describeCause } from "../../wire/thrown.js";
import type { RequestIds } from "../../wire/wire-request.js";
import { Scrubber } from "./scrubber.js";
import type { ServiceLog } from "./service-log.js";

/** The fields of a log line about a finished request. A line cannot have any others. */
export interface AnswerRecord {
  /** HTTP method; `undefined` when the received bytes were not a valid request. */
  readonly method: string | undefined;
  readonly endpoint: string;
  readonly status: number;
  /** Milliseconds from the request to the end of the response. */
  readonly ms: number;
  /** Bytes of the body before compression. */
  readonly bytes?: number | undefined;
  readonly rows?: number | undefined;
  /** How the rows ended: `whole`, `marked`, `cut` or `gone`. */
  readonly ending?: string | undefined;
  /** Error code. */
  readonly code?: string | undefined;
}

/** Options of {@link RequestLog}. */
export interface RequestLogOptions {
  readonly log: ServiceLog;
  readonly ids: Pick<RequestIds, "id" | "given">;
  /** Id of the connector; `undefined` when the request reached none. */
  readonly connector?: string | undefined;
  /** Describes what a connector threw to the caller. Default: it is not described. */
  readonly describeFault?: DescribeFault | undefined;
}

/**
 * The log of one request, which also knows its secrets. Every line about the request is written here.
 *
 * The secrets of the request are removed from every text of a line, including its keys, wherever they occur.
 */
export class RequestLog implements Log {
  readonly #log: ServiceLog;
  readonly #ids: RequestLogOptions["ids"];
  readonly #connector: string | undefined;
  readonly #trace = traceMembers();
  #scrubber: Scrubber | undefined;

  /** Describes what a connector threw to the caller; `undefined` where the caller must not know. */
  readonly describeFault: DescribeFault | undefined;

  /** Id of the source that the request is about; `undefined` until it is known. */
  source: string | undefined;

  /** Whether the secrets of the account have been registered. */
  knowsAccount = false;

  /** @param options - Sink, request id and connector */
  constructor({ log, ids, connector, describeFault }: RequestLogOptions) {
    this.#log = log;
    this.#ids = ids;
    this.#connector = connector;
    this.describeFault = describeFault;
  }

  /** Id of the request for the operator. An id that the caller chose is scrubbed, because it may contain a secret. */
  get requestId(): string {
    return this.#ids.given ? this.scrub(this.#ids.id) : this.#ids.id;
  }

  /**
   * Id of the request for a list of requests. An id that the caller chose is shown only once the secrets are known that
   * it may contain.
   */
  get shownId(): string | undefined {
    return this.#ids.given && !this.knowsAccount ? undefined : this.requestId;
  }

  /** Id of the source for a list of requests; `undefined` until it and the secrets of the account are known. */
  get shownSource(): string | undefined {
    return this.source === undefined || !this.knowsAccount ? undefined : this.#text(this.source);
  }

  /** @param text - A secret of this request, which is removed from all later lines and responses */
  keepSecret(text: string): void {
    this.#scrubber ??= new Scrubber();
    this.#scrubber.add(text);
  }

  /** @returns The secrets of the request in plain text, for the check of account names */
  secrets(): readonly string[] {
    return this.#scrubber?.secrets() ?? [];
  }

  /**
   * @param text - Text for a caller
   * @returns The text with its secrets replaced
   */
  scrub(text: string): string {
    return this.#scrubber?.scrub(text) ?? text;
  }

  info(message: string, details: LogDetails = {}): void {
    this.#write("info", message, () => ({ details: this.#clean(details) }));
  }

  warn(message: string, details: LogDetails = {}): void {
    this.#write("warn", message, () => ({ details: this.#clean(details) }));
  }

  /** @param record - Facts about the response */
  answered(record: AnswerRecord): void {
    const { id, given } = this.#ids;
    const { method, endpoint, status, ms, bytes, rows, ending, code } = record;
    // These values come from the service and the connector. Only a given request id is text from the caller.
    const line = {
      requestId: given ? this.scrub(id) : id,
      connector: this.#connector,
      method,
      endpoint,
      source: this.source === undefined ? undefined : visibleText(this.source),
      status,
      ms,
      bytes,
      rows,
      ending,
      code,
      ...this.#trace,
    };
    try {
      this.#log.info(line, "answered");
    } catch {
      writeQuietly(this.#log, "info", undefined);
    }
  }

  /**
   * @param message - What failed
   * @param thrown - The thrown value, for the operator only
   * @param level - `error` for faults of the service or a connector, otherwise `warn`
   */
  failed(message: string, thrown: unknown, level: "warn" | "error"): void {
    const source = this.source === undefined ? {} : { source: this.#text(this.source) };
    this.#write(level, message, () => ({ ...source, cause: this.#text(describeCause(thrown)) }));
  }

  /** Writes a line. It never throws, whatever values an author passed and whatever the log itself does. */
  #write(level: "info" | "warn" | "error", message: unknown, more: () => object): void {
    try {
      this.#log[level](this.#line(more()), this.#text(String(message)));
    } catch {
      writeQuietly(this.#log, level, this.#ids.given ? undefined : this.#ids.id);
    }
  }

  #line(record: object): object {
    const { id, given } = this.#ids;
    // An id that the service generated does not contain a secret.
    return { requestId: given ? this.scrub(id) : id, connector: this.#connector, ...this.#trace, ...record };
  }

  #clean(record: object): Record<string, unknown> {
    const entries: [string, unknown][] = Object.entries(record);
    const cleaned: [string, unknown][] = [];
    for (const [key, value] of entries) {
      if (value !== undefined) cleaned.push([this.#text(key), this.#cleanValue(value)]);
    }
    // `Object.fromEntries` never sets the prototype, even for the key `__proto__`.
    return Object.fromEntries(cleaned);
  }

  #cleanValue(value: unknown): string | number | boolean {
    if (typeof value === "number" || typeof value === "boolean") return this.#cleanNumber(value);
    return typeof value === "string" ? this.#text(value) : `[${typeof value}]`;
  }

  /** Masks a number that is a secret, because a secret may consist of digits only. */
  #cleanNumber(value: number | boolean): string | number | boolean {
    return typeof value === "number" && this.#scrubber?.isSecretNumber(value) === true ? "[secret]" : value;
  }

  #text(text: string): string {
    return visibleText(this.scrub(text));
  }
}

/**
 * Returns the ids of the current trace, under the names that OpenTelemetry gives them in logs.
 *
 * @see https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/
 */
function traceMembers(): { readonly trace_id: string; readonly span_id: string } | undefined {
  const ids = currentSpan()?.ids;
  return ids && { trace_id: ids.traceId, span_id: ids.spanId };
}

/** Writes a placeholder for a line that could not be written. */
function writeQuietly(
  log: ServiceLog,
  level: "info" | "warn" | "error",
  requestId: string | undefined,
): void {
  try {
    log[level]({ requestId }, "[withheld: this line could not be written]");
  } catch {
    // The log itself fails. The request continues.
  }
}

/** Characters that could make a log viewer or a terminal show something other than the written text. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const hidden = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * Replaces control, bidirectional and zero-width characters of a text with `\uXXXX`, and truncates a long text.
 *
 * @param text - Text that goes to a log
 * @param longest - Maximum number of characters. Default: 4000
 * @returns The text, safe to print; line feeds and tabs stay
 */
function visibleText(text: string, longest = 4000): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return short.replace(hidden, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
