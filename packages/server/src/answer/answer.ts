import type { RowStream } from "../stream/row-stream.js";

/** Headers of an answer, names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** An answer whose bytes are known, or which has none. */
export interface ValueAnswer {
  readonly kind: "value";
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Buffer | string | undefined;
}

/** An answer that is written while its rows are read. */
export interface StreamAnswer {
  readonly kind: "stream";
  readonly status: 200;
  readonly headers: AnswerHeaders;
  readonly stream: RowStream;
}

/** What an endpoint answers. */
export type Answer = ValueAnswer | StreamAnswer;
