import { Buffer } from "node:buffer";
import type { Message, MessageScanner } from "../messages/message-scanner.js";
import { isObject, type Stream } from "../specification/stream.js";
import type { Protocol } from "../tool/tool.js";
import type { ToolRun } from "../tool/tool-run.js";

/** What the messages of Singer mean while one stream is read. */
export class SingerProtocol implements Protocol {
  readonly layout = "singer";
  /** The last state; `undefined` when there was none. */
  state: string | undefined;
  /** Names of the columns of all schemas that were sent. */
  columns: readonly string[] | undefined;
  /** The version of the rows that the program has made valid; `undefined` when it did not. */
  version: string | undefined;
  readonly #stream: Stream;
  readonly #names: readonly Buffer[];
  readonly #ids: ReadonlySet<unknown>;

  /** @param stream - The stream */
  constructor(stream: Stream) {
    this.#stream = stream;
    this.#ids = new Set([stream.name, stream.id]);
    this.#names = [stream.name, stream.id].map((name) => Buffer.from(JSON.stringify(name)));
  }

  accepts(scanner: MessageScanner, run: ToolRun): boolean {
    if (!this.#names.some((name) => scanner.isTextAt(scanner.stream, name))) return false;
    if (this.columns !== undefined) return true;
    throw run.failure(`it sent a record of "${this.#stream.id}" before the schema of its records`);
  }

  take({ type, value, state }: Message): void {
    if (type === "STATE" && state !== undefined) this.state = state;
    if (!this.#ids.has(value["stream"])) return;
    if (type === "SCHEMA") {
      const { properties } = isObject(value["schema"]) ? value["schema"] : {};
      const names = isObject(properties) ? Object.keys(properties) : [];
      this.columns = [...new Set([...(this.columns ?? []), ...names])];
    } else if (type === "ACTIVATE_VERSION") this.version = String(value["version"]);
  }

  finish(run: ToolRun, code: number): void {
    if (code !== 0) throw run.failure(run.exitReason(code));
    if (this.columns === undefined) run.log(`It sent nothing of the stream "${this.#stream.id}".`, true);
  }
}
