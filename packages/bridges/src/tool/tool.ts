import type { Message, MessageLayout, MessageScanner } from "../messages/message-scanner.js";
import type { Specification, ToolConfig } from "../specification/specification.js";
import type { Stream } from "../specification/stream.js";
import type { RunContext } from "./run-context.js";
import type { ToolRun } from "./tool-run.js";
import type { RunRequest } from "./tool-runner.js";

/** What the messages of a protocol mean while one stream is read. */
export interface Protocol {
  readonly layout: MessageLayout;
  /** Names of the columns that the program has sent meanwhile; `undefined` when it has sent none. */
  readonly columns?: readonly string[] | undefined;
  /** Reports whether the last record that a scanner has read belongs to the stream. */
  accepts(scanner: MessageScanner, run: ToolRun): boolean;
  /**
   * Takes a message that is not a record.
   *
   * @throws ConnectorError when the program reports a failure
   */
  take(message: Message, run: ToolRun, onConfig: (config: ToolConfig) => void): void;
  /**
   * Checks whether everything was read.
   *
   * @throws ConnectorError unless the program has ended well
   */
  finish(run: ToolRun, code: number): void;
}

/** What a program is asked for. */
export interface ToolRequest {
  readonly config: ToolConfig;
  /** Texts of the configuration that nobody may see. */
  readonly secrets: readonly string[];
}

/** The request for the rows of a stream. */
export interface ReadRequest extends ToolRequest {
  readonly stream: Stream;
  /** Whether the program sends the state from which a later reading can go on. */
  readonly isIncremental: boolean;
  /** The state from which it goes on, as JSON; `undefined` for everything. */
  readonly state: string | undefined;
}

/** How a reading goes on: what the program is started with, and what its messages mean. */
export interface PreparedReading {
  readonly request: RunRequest;
  readonly protocol: Protocol & {
    /** The last state that the program has sent. */
    readonly state: string | undefined;
    /** The version of the rows that it has made valid; `undefined` when it has no versions. */
    readonly version?: string | undefined;
  };
}

/** A program that speaks one of the protocols. */
export interface Tool {
  /** Asks for the specification of the configuration. */
  specify(context: RunContext): Promise<Specification>;
  /**
   * Checks a configuration.
   *
   * @returns The configuration as the program has changed it; `undefined` when it has not
   * @throws ConnectorError `account_invalid` with the words of the program
   */
  check(request: ToolRequest, context: RunContext): Promise<ToolConfig | undefined>;
  /** Lists the streams. */
  discover(request: ToolRequest, context: RunContext): Promise<readonly Stream[]>;
  /** Prepares the reading of a stream. */
  prepare(request: ReadRequest): PreparedReading;
}
