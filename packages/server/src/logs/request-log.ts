import type { Log, LogDetails } from "@wellhead/sdk";
import type { RequestIds } from "../request/request-ids.js";
import { describeCause } from "./describe-cause.js";
import { Scrubber } from "./scrubber.js";
import type { ServiceLog } from "./service-log.js";
import { visibleText } from "./visible-text.js";

/** The fields a line about an answered request may have; there is no way to log another. */
export interface AnswerRecord {
  /** `undefined` when what arrived is not a request. */
  readonly method: string | undefined;
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

  /** Id of the request for the operator: one that the caller chose may hold a secret of the request. */
  get requestId(): string {
    return this.#ids.given ? this.scrub(this.#ids.id) : this.#ids.id;
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
    this.#write("info", message, () => ({ details: this.#clean(details) }));
  }

  warn(message: string, details: LogDetails = {}): void {
    this.#write("warn", message, () => ({ details: this.#clean(details) }));
  }

  /** @param record - What was answered */
  answered(record: AnswerRecord): void {
    const { id, given } = this.#ids;
    const { method, endpoint, source, status, ms, bytes, rows, ending, code } = record;
    // Words and figures of our own, and the id of a source of the connector; only a given request id is text of the caller.
    const line = {
      requestId: given ? this.scrub(id) : id,
      connector: this.#connector,
      method,
      endpoint,
      source: source === undefined ? undefined : visibleText(source),
      status,
      ms,
      bytes,
      rows,
      ending,
      code,
    };
    try {
      this.#log.info(line, "answered");
    } catch {
      writeQuietly(this.#log, "info", undefined);
    }
  }

  /**
   * @param message - What failed
   * @param thrown - What was thrown, for the operator only
   * @param level - `error` for faults of our own, else `warn`
   */
  failed(message: string, thrown: unknown, level: "warn" | "error"): void {
    this.#write(level, message, () => ({ cause: this.#text(describeCause(thrown)) }));
  }

  /** Writes a line. Whatever an author passed to it, and whatever the log itself does: it never throws. */
  #write(level: "info" | "warn" | "error", message: unknown, more: () => object): void {
    try {
      this.#log[level](this.#line(more()), this.#text(String(message)));
    } catch {
      writeQuietly(this.#log, level, this.#ids.given ? undefined : this.#ids.id);
    }
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
    return typeof value === "number" && this.#scrubber?.isSecretNumber(value) === true ? "[secret]" : value;
  }

  #text(text: string): string {
    return visibleText(this.scrub(text));
  }
}

/** The line in the place of one that could not be written. */
function writeQuietly(
  log: ServiceLog,
  level: "info" | "warn" | "error",
  requestId: string | undefined,
): void {
  try {
    log[level]({ requestId }, "[withheld: this line could not be written]");
  } catch {
    // The log itself is broken; the request it is about goes on.
  }
}
