import { Buffer } from "node:buffer";
import { accountInvalid, type ConnectorError, upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";
import type { Message, MessageScanner } from "../messages/message-scanner.js";
import type { ToolConfig } from "../specification/specification.js";
import { isObject, type Stream } from "../specification/stream.js";
import type { Protocol } from "../tool/tool.js";
import type { ToolRun } from "../tool/tool-run.js";
import { stateFileOf } from "./airbyte-state.js";

/** The parts of a run that messages need. */
type Speaker = Pick<ToolRun, "failure" | "log">;

/** Levels of log lines that an operator should look at. */
const warningLevels: ReadonlySet<unknown> = new Set(["FATAL", "ERROR", "WARN"]);

/** What the messages of Airbyte mean while one stream is read. */
export class AirbyteProtocol implements Protocol {
  readonly layout = "airbyte";
  /** The last state as a file of states; `undefined` when there was none. */
  state: string | undefined;
  readonly #stream: Stream;
  readonly #name: Buffer;
  readonly #namespace: Buffer | undefined;
  #status: string | undefined;

  /** @param stream - The stream */
  constructor(stream: Stream) {
    this.#stream = stream;
    this.#name = Buffer.from(JSON.stringify(stream.name));
    this.#namespace =
      stream.namespace === undefined ? undefined : Buffer.from(JSON.stringify(stream.namespace));
  }

  accepts(scanner: MessageScanner, run: Pick<ToolRun, "failure">): boolean {
    if (!scanner.isTextAt(scanner.stream, this.#name)) return false;
    if (this.#isNamespace(scanner)) return true;
    // Only one stream was asked for. Without its rows, it would look empty.
    const { name, namespace } = this.#stream;
    throw run.failure(
      `it wrote a record of "${name}" with the namespace ${scanner.textOf(scanner.namespace) || "null"}, where its catalogue has ${JSON.stringify(namespace ?? null)}`,
    );
  }

  #isNamespace(scanner: MessageScanner): boolean {
    const { namespace } = scanner;
    if (this.#namespace !== undefined) return scanner.isTextAt(namespace, this.#namespace);
    // Sources without namespaces write none, null or an empty text.
    return namespace.end === 0 || ["null", '""'].includes(scanner.textOf(namespace));
  }

  take(message: Message, run: Speaker, onConfig: (config: ToolConfig) => void): void {
    const { type, value, state } = message;
    if (type === "STATE" && state !== undefined) {
      if (this.#isOwnState(value["state"])) this.state = stateFileOf(state) ?? this.state;
    } else if (type === "TRACE") this.#takeTrace(value["trace"], run);
    else takeOther(message, run, onConfig);
  }

  finish(run: ToolRun, code: number): void {
    if (code !== 0) throw run.failure(run.exitReason(code));
    if (this.#status === undefined || this.#status === "COMPLETE") return;
    throw run.failure(
      `it ended without having completed the stream "${this.#stream.id}" (status ${this.#status})`,
    );
  }

  #takeTrace(trace: unknown, run: Speaker): void {
    if (!isObject(trace)) return;
    const failure = traceFailure(trace, run);
    if (failure !== undefined) throw failure;
    const status = trace["type"] === "STREAM_STATUS" ? trace["stream_status"] : undefined;
    if (!isObject(status) || !this.#isOwn(status["stream_descriptor"])) return;
    const { status: word } = status;
    if (typeof word !== "string") return;
    this.#status = word;
    if (word !== "INCOMPLETE") return;
    // The error with the reason often comes after it.
    run.log(`The stream "${this.#stream.id}" is incomplete.`, true);
  }

  /** The state of another stream, in place of its own one, would read everything again as if all of it had changed. */
  #isOwnState(state: unknown): boolean {
    const stream = isObject(state) ? state["stream"] : undefined;
    const descriptor = isObject(stream) ? stream["stream_descriptor"] : undefined;
    return descriptor === undefined || this.#isOwn(descriptor);
  }

  #isOwn(descriptor: unknown): boolean {
    return isObject(descriptor) && descriptor["name"] === this.#stream.name;
  }
}

/**
 * Takes a message that any command may send.
 *
 * @param message - The message
 * @param run - The program
 * @param onConfig - Called with a changed configuration
 */
export function takeOther(
  { type, value }: Message,
  run: Speaker,
  onConfig: (config: ToolConfig) => void,
): void {
  const { log, control } = value;
  if (type === "LOG" && isObject(log)) {
    run.log(String(log["message"]).slice(0, maxLogged), warningLevels.has(log["level"]));
  } else if (type === "CONTROL" && isObject(control)) {
    const changed = isObject(control["connectorConfig"]) ? control["connectorConfig"]["config"] : undefined;
    if (isObject(changed)) onConfig(changed);
  }
}

const maxLogged = 2000;

/**
 * @param trace - The member `trace` of a message
 * @param run - The program
 * @returns The error that it reports, in the words of the program; `undefined` for another trace
 */
export function traceFailure(trace: unknown, run: Speaker): ConnectorError | undefined {
  const error = isObject(trace) && trace["type"] === "ERROR" ? trace["error"] : undefined;
  if (!isObject(error)) return undefined;
  const { message, internal_message: internal, failure_type: kind } = error;
  if (typeof internal === "string" && internal !== "") run.log(internal.slice(0, maxLogged), true);
  const words =
    typeof message === "string" && message !== "" ? message : "it reported an error without words";
  if (kind === "config_error") return run.failure(words, accountInvalid);
  return run.failure(words, kind === "transient_error" ? upstreamUnavailable : upstreamInvalid);
}
