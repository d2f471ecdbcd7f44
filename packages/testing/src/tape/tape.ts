/** A body on a tape: JSON as it is, other text in lines, bytes as base64; absent when there is none. */
export type TapeBody =
  | { readonly json: unknown }
  | { readonly lines: readonly string[] }
  | { readonly base64: string };

/** A request on a tape. Secrets are replaced by `[secret]`. */
export interface TapeRequest {
  readonly method: string;
  /** Address with its query, sorted by name. */
  readonly url: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: TapeBody;
}

/** A response on a tape. */
export interface TapeResponse {
  readonly status: number;
  /** Headers by lower-case name, without those that connectors do not read. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: TapeBody;
}

/** One request with its response. */
export interface Interaction {
  /** Whether the request had wrong credentials. Default: false. */
  readonly refused?: boolean;
  readonly request: TapeRequest;
  readonly response: TapeResponse;
}

/** A request for rows that was made while the tape was recorded. */
export interface TapeRead {
  /** Id of the source. */
  readonly source: string;
  /** Values by field id. Default: no filter. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Maximum number of rows. Default: all. */
  readonly limit?: number;
}

/** What an upstream said while a connector read from it. */
export interface Tape {
  /** Version of this format. */
  readonly tape: 1;
  /** Id of the connector. */
  readonly connector: string;
  /** What responded, in one sentence. */
  readonly upstream: string;
  /** Time of the service while the tape was recorded, ISO 8601. */
  readonly recordedAt: string;
  /** Start of the random numbers of the service. */
  readonly seed: number;
  /** The account to replay with: that of the recording, with a placeholder for each secret. */
  readonly account: Readonly<Record<string, unknown>>;
  /** The reads that the tape answers. */
  readonly reads: readonly TapeRead[];
  readonly interactions: readonly Interaction[];
}

/**
 * Reads a tape.
 *
 * @param text - The file
 * @returns The tape
 * @throws TypeError that names the first part that is not as expected
 */
export function parseTape(text: string): Tape {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fault(`it is not JSON (${error instanceof Error ? error.message : ""})`, error);
  }
  const tape = record(value, "the tape");
  if (tape["tape"] !== 1)
    throw fault(`expected 1 in "tape", got ${JSON.stringify(tape["tape"]) ?? "nothing"}`);
  for (const name of ["connector", "upstream", "recordedAt"]) string(tape[name], name);
  if (!Number.isFinite(Date.parse(String(tape["recordedAt"])))) throw fault("expected a date in recordedAt");
  if (typeof tape["seed"] !== "number") throw fault("expected a number in seed");
  record(tape["account"], "account");
  for (const [index, read] of list(tape["reads"], "reads").entries())
    string(record(read, `reads[${index}]`)["source"], `reads[${index}].source`);
  for (const [index, interaction] of list(tape["interactions"], "interactions").entries())
    checkInteraction(record(interaction, `interactions[${index}]`), `interactions[${index}]`);
  // All members that the type requires have been checked.
  return value as Tape;
}

/**
 * Writes a tape as text: indented, one interaction below the other, so that a change of one is readable in a diff.
 *
 * @param tape - The tape
 * @returns The text of the file
 */
export function formatTape(tape: Tape): string {
  return `${JSON.stringify(tape, undefined, 2)}\n`;
}

function checkInteraction(interaction: Members, place: string): void {
  const request = record(interaction["request"], `${place}.request`);
  string(request["method"], `${place}.request.method`);
  if (!URL.canParse(string(request["url"], `${place}.request.url`)))
    throw fault(`expected an address in ${place}.request.url`);
  const response = record(interaction["response"], `${place}.response`);
  if (typeof response["status"] !== "number") throw fault(`expected a number in ${place}.response.status`);
  checkMessage(request, `${place}.request`);
  checkMessage(response, `${place}.response`);
}

function checkMessage({ headers, body }: Members, place: string): void {
  for (const [name, value] of Object.entries(record(headers, `${place}.headers`)))
    string(value, `${place}.headers.${name}`);
  if (body === undefined) return;
  const { lines, base64, ...others } = record(body, `${place}.body`);
  if ("json" in others) return;
  if (base64 !== undefined) string(base64, `${place}.body.base64`);
  else for (const line of list(lines, `${place}.body.lines`)) string(line, `${place}.body.lines`);
}

type Members = Readonly<Record<string, unknown>>;

function record(value: unknown, place: string): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw fault(`expected an object in ${place}`);
}

function list(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return Array.from<unknown>(value);
  throw fault(`expected a list in ${place}`);
}

function string(value: unknown, place: string): string {
  if (typeof value === "string") return value;
  throw fault(`expected text in ${place}`);
}

function fault(reason: string, cause?: unknown): TypeError {
  return new TypeError(`Could not read the tape: ${reason}. Record it again with \`wellhead record\`.`, {
    cause,
  });
}
