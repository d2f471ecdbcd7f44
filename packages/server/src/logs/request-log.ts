import type { Log, LogDetails } from "@wellhead/sdk";
import type { RequestIds } from "../request/request-ids.js";
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
  readonly bytes?: number | undefined;
  readonly rows?: number | undefined;
  /** How the rows ended: `whole`, `marked`, `cut` or `gone`. */
  readonly ending?: string | undefined;
  /** Error code. */
  readonly code?: string | undefined;
}

/** What a request log is made of. */
export interface RequestLogOptions {
  readonly log: ServiceLog;
  readonly ids: Pick<RequestIds, "id" | "given">;
  /** Id of the connector; `undefined` when the request reached none. */
  readonly connector?: string | undefined;
}

/**
 * Log of one request and keeper of its secrets: the one place where a line about a request is written.
 *
 * Every text of a line, its keys included, is scrubbed of the request's secrets, so they may stand anywhere in it.
 */
export class RequestLog implements Log {
  readonly #log: ServiceLog;
  readonly #ids: RequestLogOptions["ids"];
  readonly #connector: string | undefined;
  #scrubber: Scrubber | undefined;

  /** @param options - Sink, request id and connector */
  constructor({ log, ids, connector }: RequestLogOptions) {
    this.#log = log;
    this.#ids = ids;
    this.#connector = connector;
  }

  /** @param text - A secret of this request, kept out of every line and answer from now on */
  keepSecret(text: string): void {
    this.#scrubber ??= new Scrubber();
    this.#scrubber.add(text);
  }

  /** @returns Secrets of the request in plain text, for the check of account names */
  secrets(): readonly string[] {
    return this.#scrubber?.secrets() ?? [];
  }

  /**
   * @param text - Text for a caller
   * @returns The text without secrets
   */
  scrub(text: string): string {
    return this.#scrubber?.scrub(text) ?? text;
  }

  info(message: string, details: LogDetails = {}): void {
    this.#log.info(this.#line({ details: this.#clean(details) }), this.#text(message));
  }

  warn(message: string, details: LogDetails = {}): void {
    this.#log.warn(this.#line({ details: this.#clean(details) }), this.#text(message));
  }

  /** @param record - What was answered */
  answered(record: AnswerRecord): void {
    const { id, given } = this.#ids;
    const { method, endpoint, source, status, ms, bytes, rows, ending, code } = record;
    // Words and figures of our own; only the id of the source and a given request id are somebody else's text.
    const line = {
      requestId: given ? this.scrub(id) : id,
      connector: this.#connector,
      method,
      endpoint,
      source: source === undefined ? undefined : this.#text(source),
      status,
      ms,
      bytes,
      rows,
      ending,
      code,
    };
    this.#log.info(line, "answered");
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
    const { id, given } = this.#ids;
    // An id of our own making holds no secret.
    return { requestId: given ? this.scrub(id) : id, connector: this.#connector, ...record };
  }

  #clean(record: object): Record<string, unknown> {
    const entries: [string, unknown][] = Object.entries(record);
    const cleaned: [string, unknown][] = [];
    for (const [key, value] of entries) {
      if (value !== undefined) cleaned.push([this.#text(key), this.#cleanValue(value)]);
    }
    // Made from entries, so that no key can reach the prototype.
    return Object.fromEntries(cleaned);
  }

  #cleanValue(value: unknown): string | number | boolean {
    if (typeof value === "number" || typeof value === "boolean") return this.#cleanNumber(value);
    return typeof value === "string" ? this.#text(value) : `[${typeof value}]`;
  }

  /** A secret may be all digits and arrive as a number. */
  #cleanNumber(value: number | boolean): string | number | boolean {
    const text = String(value);
    return this.scrub(text) === text ? value : "[secret]";
  }

  #text(text: string): string {
    return visibleText(this.scrub(text));
  }
}
