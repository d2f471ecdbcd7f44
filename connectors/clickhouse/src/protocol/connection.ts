import { Buffer } from "node:buffer";
import { isConnectorError, upstreamInvalid } from "@wellhead/sdk";
import {
  type Credentials,
  connectionLost,
  type HttpConnection,
  type HttpResponse,
  type PinnedTarget,
  type SqlSession,
} from "@wellhead/sql";
import { type ClickhouseStatement, statementRequest } from "./messages.js";
import { readServerError } from "./server-error.js";
import { isoSetting, modeSetting, readingMode, type Settings, settingsFor } from "./settings.js";

/** Maximum length in bytes of a response that is read as a whole. */
const maxResponse = 64 * 2 ** 20;

/** A connection to a server, whose statements all have the same settings. */
export class Connection implements SqlSession {
  /** The address that the connection reached. */
  readonly target: PinnedTarget;
  readonly #http: HttpConnection;
  readonly #credentials: Credentials;
  #settings: Settings = {};
  #known: ReadonlyMap<string, string> = new Map();
  /** Name of the statement that the server may still be running. */
  runningId: string | undefined;

  /**
   * @param http - The open connection
   * @param credentials - The database and the user
   * @param target - The address that the connection reached
   */
  constructor(http: HttpConnection, credentials: Credentials, target: PinnedTarget) {
    this.#http = http;
    this.#credentials = credentials;
    this.target = target;
  }

  /** Whether the connection has ended. */
  get ended(): boolean {
    return this.#http.ended;
  }

  /** Whether the server writes times as ISO 8601. */
  get writesIsoTimes(): boolean {
    return this.#known.has(isoSetting);
  }

  /**
   * Sets what the server's settings are for the user, from which those of all further statements follow.
   *
   * @param known - Names and values
   */
  useSettings(known: ReadonlyMap<string, string>): void {
    this.#known = known;
    this.#settings = settingsFor(known);
  }

  /** Allows statements to call table functions that read files. They may still not write. */
  allowFiles(): void {
    const mode = this.#settings[modeSetting];
    if (mode !== undefined) this.#settings = { ...this.#settings, [modeSetting]: readingMode };
  }

  /**
   * Keeps the settings that the server has.
   *
   * @param settings - Settings by name
   * @returns Those that exist in the version of the server
   */
  supported(settings: Settings): Settings {
    return Object.fromEntries(Object.entries(settings).filter(([name]) => this.#known.has(name)));
  }

  /**
   * Runs a statement.
   *
   * @param statement - The statement
   * @returns The response, of which nothing has been read
   * @throws ServerError when the server refuses the statement
   */
  async run(statement: ClickhouseStatement): Promise<HttpResponse> {
    const settings = { ...this.#settings, ...statement.settings };
    this.runningId = statement.queryId;
    const response = await this.#http.send(statementRequest(this.#credentials, { ...statement, settings }));
    if (response.statusCode === 200) return response;
    throw refusal(response.statusCode ?? 0, await readText(response));
  }

  /**
   * Runs a statement and reads its whole response.
   *
   * @param statement - The statement
   * @returns The response
   * @throws ServerError when the server refuses the statement or fails
   */
  async read(statement: ClickhouseStatement): Promise<string> {
    const text = await readText(await this.run(statement));
    this.runningId = undefined;
    return text;
  }

  /** Closes the connection. */
  close(): void {
    this.#http.close();
  }
}

function refusal(status: number, text: string): Error {
  const error = readServerError(text);
  if (error.code !== 0) return error;
  return upstreamInvalid(
    `Could not connect to the database: expected the HTTP interface of ClickHouse, got a response with status ${status}. Check the host and the port.`,
    { cause: error },
  );
}

async function readText(response: HttpResponse): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // The cast is safe: a response without an encoding consists of buffers.
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxResponse)
        throw upstreamInvalid("Could not read from the database: expected at most 64 MiB, got more.");
    }
  } catch (error) {
    throw isConnectorError(error) ? error : connectionLost(error);
  }
  return Buffer.concat(chunks).toString();
}
