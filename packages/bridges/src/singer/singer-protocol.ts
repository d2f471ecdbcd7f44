import { Buffer } from "node:buffer";
import type { Message, MessageScanner } from "../messages/message-scanner.js";
import { isObject, type Stream } from "../specification/stream.js";
import type { Protocol } from "../tool/tool.js";
import type { ToolRun } from "../tool/tool-run.js";

const noVersion = Buffer.alloc(0);

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
  /** Versions of the rows that were sent, as they were written; rows without one belong to every version. */
  readonly #rowVersions = new Set<string>();
  #lastVersion: Buffer = noVersion;

  /** @param stream - The stream */
  constructor(stream: Stream) {
    this.#stream = stream;
    this.#ids = new Set([stream.name, stream.id]);
    this.#names = [stream.name, stream.id].map((name) => Buffer.from(JSON.stringify(name)));
  }

  accepts(scanner: MessageScanner, run: Pick<ToolRun, "failure">): boolean {
    if (!this.#names.some((name) => scanner.isTextAt(scanner.stream, name))) return false;
    if (this.columns === undefined)
      throw run.failure(`it sent a record of "${this.#stream.id}" before the schema of its records`);
    if (scanner.version.end > 0 && !scanner.isTextAt(scanner.version, this.#lastVersion)) {
      const version = scanner.textOf(scanner.version);
      this.#lastVersion = Buffer.from(version);
      this.#rowVersions.add(version);
    }
    return true;
  }

  take({ type, value, state }: Message, run: Pick<ToolRun, "failure">): void {
    if (type === "STATE" && state !== undefined) this.state = state;
    if (!this.#ids.has(value["stream"])) return;
    if (type === "SCHEMA") {
      const { properties } = isObject(value["schema"]) ? value["schema"] : {};
      const names = isObject(properties) ? Object.keys(properties) : [];
      this.columns = [...new Set([...(this.columns ?? []), ...names])];
    } else if (type === "ACTIVATE_VERSION") this.#activate(value["version"], run);
  }

  /** Rows of another version are no longer valid, and cannot be taken back. */
  #activate(version: unknown, run: Pick<ToolRun, "failure">): void {
    this.version = String(version);
    const isStale = [...this.#rowVersions].some((text) => text !== "null" && JSON.parse(text) !== version);
    if (isStale) throw run.failure(`it replaced rows of "${this.#stream.id}" that it had already sent`);
  }

  finish(run: ToolRun, code: number): void {
    if (code !== 0) throw run.failure(run.exitReason(code));
    if (this.columns === undefined) run.log(`It sent nothing of the stream "${this.#stream.id}".`, true);
  }
}
