import type { RowStream } from "../stream/row-stream.js";

/** Headers of a response; names are in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** A response whose body is known or empty. */
export interface ValueAnswer {
  readonly kind: "value";
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Buffer | string | undefined;
}

/** A response whose rows are written while they are read. */
export interface StreamAnswer {
  readonly kind: "stream";
  readonly status: 200;
  readonly headers: AnswerHeaders;
  readonly stream: RowStream;
}

/** The response of an endpoint. */
export type Answer = ValueAnswer | StreamAnswer;
