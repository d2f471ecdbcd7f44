import type { Log, LogDetails } from "@wellhead/sdk";
import { describeCause } from "./describe-cause.js";
import { Scrubber } from "./scrubber.js";
import type { ServiceLog } from "./service-log.js";
import { visibleText } from "./visible-text.js";

/** The fields a line about an answered request may have; there is no way to log another. */
export interface AnswerRecord {
  readonly method: string;
  readonly endpoint: string;
  readonly status: number;
  /** Milliseconds from the request to the end of the answer. */
  readonly ms: number;
  /** Id of the source, when one was found. */
  readonly source?: string | undefined;
  /** Bytes of the body before compression. */
  readonly bytes?: number;
  readonly rows?: number;
  /** How the rows ended: `whole`, `marked`, `cut` or `gone`. */
  readonly ending?: string;
  /** Error code. */
  readonly code?: string;
}

/** What a request log is made of. */
export interface RequestLogOptions {
  readonly log: ServiceLog;
  readonly requestId: string;
  /** Id of the connector; `undefined` when the request reached none. */
  readonly connector?: string | undefined;
}

/**
 * Log of one request and keeper of its secrets: the one place where a line about a request is written.
 *
 * Every text of a line, its keys included, is scrubbed of the request's secrets, so they may stand anywhere in it.
 */
export class RequestLog implements Log {
  readonly #scrubber = new Scrubber();
  readonly #log: ServiceLog;
  readonly #base: Readonly<Record<string, string>>;

  /** @param options - Sink, request id and connector */
  constructor({ log, requestId, connector }: RequestLogOptions) {
    this.#log = log;
    this.#base = { requestId, ...(connector !== undefined && { connector }) };
  }

  /** @param text - A secret of this request, kept out of every line and answer from now on */
  keepSecret(text: string): void {
    this.#scrubber.add(text);
  }

  /** @returns Secrets of the request in plain text, for the check of account names */
  secrets(): readonly string[] {
    return this.#scrubber.secrets();
  }

  /**
   * @param text - Text for a caller
   * @returns The text without secrets
   */
  scrub(text: string): string {
    return this.#scrubber.scrub(text);
  }

  info(message: string, details: LogDetails = {}): void {
    this.#log.info(this.#line({ details: this.#clean(details) }), this.#text(message));
  }

  warn(message: string, details: LogDetails = {}): void {
    this.#log.warn(this.#line({ details: this.#clean(details) }), this.#text(message));
  }

  /** @param record - What was answered */
  answered(record: AnswerRecord): void {
    this.#log.info(this.#line(this.#clean(record)), "answered");
  }

  /**
   * @param message - What failed
   * @param thrown - What was thrown, for the operator only
   * @param level - `error` for faults of our own, else `warn`
   */
  failed(message: string, thrown: unknown, level: "warn" | "error"): void {
    this.#log[level](this.#line({ cause: this.#text(describeCause(thrown)) }), this.#text(message));
  }

  #line(record: object): object {
    return { ...this.#base, requestId: this.#text(this.#base["requestId"] ?? ""), ...record };
  }

  #clean(record: object): Record<string, unknown> {
    const entries: [string, unknown][] = Object.entries(record);
    return Object.fromEntries(
      entries
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [this.#text(key), this.#cleanValue(value)]),
    );
  }

  #cleanValue(value: unknown): string | number | boolean | null {
    if (typeof value === "number" || typeof value === "boolean") return this.#cleanNumber(value);
    return typeof value === "string" ? this.#text(value) : `[${typeof value}]`;
  }

  /** A secret may be all digits and arrive as a number. */
  #cleanNumber(value: number | boolean): string | number | boolean {
    const text = String(value);
    return this.#scrubber.scrub(text) === text ? value : "[secret]";
  }

  #text(text: string): string {
    return visibleText(this.#scrubber.scrub(text));
  }
}
