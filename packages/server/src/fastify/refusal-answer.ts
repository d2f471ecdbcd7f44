import { type ErrorCode } from "@wellhead/contract/vocabulary";
import { ConnectorError } from "@wellhead/sdk";
import { type ValueAnswer, withCommonHeaders } from "../answer/answer.js";
import { type ErrorAnswerOptions, errorAnswer } from "../answer/error-answer.js";
import type { Refusal } from "../metrics/metrics.js";
import type { RequestIds } from "../request/request-ids.js";

/** Builds the body of an error in one wire format. */
type ErrorBody = ErrorAnswerOptions["errorBody"];

/** A response to a refused request, without its request id. */
interface PreparedAnswer extends ValueAnswer {
  /** The parts of the body between which the request id is written. */
  readonly parts: readonly string[];
}

/** Stands for the request id in a body that is being prepared. No error contains it. */
const idPlaceholder = "{request id}";

function overloaded(retryAfter: number): readonly ConnectorError[] {
  // Callers that were refused together must not return together.
  return [retryAfter, retryAfter + 1, retryAfter + 2].map(
    (seconds) =>
      new ConnectorError(
        "unavailable",
        "Could not answer the request: the service is overloaded. Try again in a few seconds.",
        { retryAfter: seconds },
      ),
  );
}

/** The errors for each reason. They differ in the time to wait. */
const refusalErrors: Readonly<Record<Refusal, readonly ConnectorError[]>> = {
  queue: overloaded(2),
  // Streams take longer to end than a queue takes to empty.
  streams: overloaded(5),
  memory: overloaded(5),
  connections: overloaded(5),
  address: [
    new ConnectorError(
      "rate_limited",
      "Could not answer the request: too many requests from this address are in progress. Wait until some have ended.",
      { retryAfter: 5 },
    ),
  ],
};

/** The responses, prepared once: to build an error and its body anew would cost a third of a refusal. */
const preparedAnswers = new WeakMap<ErrorBody, Map<Refusal, readonly PreparedAnswer[]>>();

function prepare(reason: Refusal, errorBody: ErrorBody): readonly PreparedAnswer[] {
  const options = { errorBody, requestId: idPlaceholder, scrub: (text: string) => text };
  return refusalErrors[reason].map((error) => {
    const answer = errorAnswer(error, options);
    return { ...answer, parts: String(answer.body).split(idPlaceholder) };
  });
}

/**
 * @param reason - Why a request is refused
 * @returns Error code and status of the response
 */
export function describeRefusal(reason: Refusal): { readonly code: ErrorCode; readonly status: number } {
  // There is at least one error for each reason.
  return refusalErrors[reason][0] as ConnectorError;
}

/**
 * @param reason - Why a request is refused
 * @param errorBody - Builds the body of an error in the wire format of the request
 * @param ids - Ids of the request; the last character selects one of several times to wait
 * @returns The response
 */
export function refusalAnswer(
  reason: Refusal,
  errorBody: ErrorBody,
  { id, headers }: RequestIds,
): ValueAnswer {
  const ofFormat = preparedAnswers.get(errorBody) ?? new Map<Refusal, readonly PreparedAnswer[]>();
  preparedAnswers.set(errorBody, ofFormat);
  const answers = ofFormat.get(reason) ?? prepare(reason, errorBody);
  ofFormat.set(reason, answers);
  // The remainder is smaller than the number of answers, of which there is at least one.
  const { parts, ...answer } = answers[id.charCodeAt(id.length - 1) % answers.length] as PreparedAnswer;
  return withCommonHeaders({ ...answer, body: parts.join(id) }, headers);
}
