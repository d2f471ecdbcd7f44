import { exactNumbers, upstreamInvalid } from "@wellhead/sdk";

/** A column of a result, as the server describes it. */
export interface ResultColumn {
  readonly name: string;
  /** The type as SQL writes it, such as `decimal(10,2)`. */
  readonly type: string;
  /** The type as a tree. Old servers and some gateways do not send it. */
  readonly typeSignature?: TypeSignature;
}

/** A type with its arguments. */
export interface TypeSignature {
  readonly rawType: string;
  readonly arguments?: readonly { readonly kind: string; readonly value: unknown }[];
}

/** Part of a result that is not in the response itself. */
export interface Segment {
  readonly type: string;
  /** Base64 of an inline segment. */
  readonly data?: string;
  /** Address of a spooled segment. */
  readonly uri?: string;
  /** Address to which the client reports that it has read the segment. */
  readonly ackUri?: string;
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  readonly metadata?: { readonly rowsCount?: number };
}

/** An error of a query. It arrives with status 200. */
export interface QueryError {
  readonly message?: string;
  readonly errorName?: string;
  readonly errorType?: string;
  readonly errorLocation?: { readonly lineNumber: number; readonly columnNumber: number };
}

/** A response of the statement protocol. */
export interface QueryAnswer {
  readonly nextUri?: string;
  readonly columns?: readonly ResultColumn[];
  readonly data?: unknown;
  readonly error?: QueryError;
}

/** Prefix of strings that stand for a number with more digits than JavaScript's numbers hold. */
const mark = "\u0000number ";
const maxDepth = 512;

/**
 * Returns the number that a string stands for.
 *
 * @param value - A value of a parsed response
 * @returns Its digits, or `undefined` when it is text
 */
export function markedDigits(value: string): string | undefined {
  return value.startsWith(mark) ? value.slice(mark.length) : undefined;
}

/**
 * Parses JSON of the server. Numbers that JavaScript would round become strings that `markedDigits` reads.
 *
 * @param text - JSON
 * @returns The value
 * @throws ConnectorError `upstream_invalid` when it is not JSON
 */
export function parseMessage(text: string): unknown {
  try {
    const value: unknown = JSON.parse(
      exactNumbers(text, maxDepth, (number) => JSON.stringify(mark + number)),
    );
    return value;
  } catch (error) {
    throw upstreamInvalid(
      "Could not read a response of the server: it is not valid JSON. It was cut off, or the address is not that of a Trino server.",
      { cause: error },
    );
  }
}

/**
 * Parses a response of the statement protocol.
 *
 * @param text - The body
 * @returns The response
 * @throws ConnectorError `upstream_invalid` when it is not one
 */
export function readAnswer(text: string): QueryAnswer {
  const value = parseMessage(text);
  if (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    "id" in value &&
    "stats" in value
  ) {
    // The cast is safe: the members are optional, and are checked where `RunningQuery` uses them.
    return value as QueryAnswer;
  }
  throw upstreamInvalid(
    "Could not read a response of the server: it is not one of Trino's statement protocol. Check the address.",
  );
}
