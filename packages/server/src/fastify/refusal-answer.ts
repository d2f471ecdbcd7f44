import { type ErrorCode } from "@wellhead/contract/vocabulary";
import { ConnectorError } from "@wellhead/sdk";
import type { Refusal } from "../observe/metrics/metrics.js";
import {
  type ErrorAnswerOptions,
  errorAnswer,
  type ValueAnswer,
  withCommonHeaders,
} from "../request/answer.js";
import type { QuotaHolder, QuotaLimit } from "../settings/limits.js";
import type { RequestIds } from "../wire/wire-request.js";

/** Builds the body of an error in one wire format. */
type ErrorBody = ErrorAnswerOptions["errorBody"];

/** A response to a refused request, without its request id. */
interface PreparedAnswer extends ValueAnswer {
  /** The parts of the body between which the request id is written. */
  readonly parts: readonly string[];
}

/** Why a request is refused. */
export interface RefusalFacts {
  readonly reason: Refusal;
  /** The limit that was reached. Default: the reason says it. */
  readonly limit?: QuotaLimit | undefined;
  /** Seconds after which it may be sent again. Default: that of the reason. */
  readonly retryAfter?: number;
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
const refusalErrors = {
  queue: overloaded(2),
  // Streams take longer to end than a queue takes to empty.
  streams: overloaded(5),
  memory: overloaded(5),
  connections: overloaded(5),
} as const;

/** What a limit counts, for a message. */
const countedBy = {
  address: "from this address",
  caller: "of this caller",
  account: "with this account",
  connector: "of this connector",
} as const satisfies Readonly<Record<QuotaHolder, string>>;

/** The errors of quotas by limit and time: there are few of them, and many refusals. */
const quotaErrors = new Map<string, readonly ConnectorError[]>();

/** Returns the errors for a refusal, of which there is at least one. */
function errorsOf(refusal: RefusalFacts): readonly ConnectorError[] {
  const { reason } = refusal;
  if (!isHolder(reason)) return refusalErrors[reason];
  const name = nameOf(refusal);
  const errors = quotaErrors.get(name) ?? [quotaError(reason, refusal)];
  quotaErrors.set(name, errors);
  return errors;
}

function quotaError(holder: QuotaHolder, { limit, retryAfter = 1 }: RefusalFacts): ConnectorError {
  const what = limit?.includes("Streams") === true ? "streams" : "requests";
  // Only what all callers share says that the service has too much to do.
  const code = holder === "connector" ? "unavailable" : "rate_limited";
  return new ConnectorError(
    code,
    `Could not answer the request: too many ${what} ${countedBy[holder]} are in progress. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}

function nameOf({ reason, limit, retryAfter }: RefusalFacts): string {
  return `${reason} ${limit} ${retryAfter}`;
}

function isHolder(reason: Refusal): reason is QuotaHolder {
  return Object.hasOwn(countedBy, reason);
}

/** The responses, prepared once: to build an error and its body anew would cost a third of a refusal. */
const preparedAnswers = new WeakMap<ErrorBody, Map<string, readonly PreparedAnswer[]>>();

function prepare(refusal: RefusalFacts, errorBody: ErrorBody): readonly PreparedAnswer[] {
  const options = { errorBody, requestId: idPlaceholder, scrub: (text: string) => text };
  return errorsOf(refusal).map((error) => {
    const answer = errorAnswer(error, options);
    return { ...answer, parts: String(answer.body).split(idPlaceholder) };
  });
}

/**
 * @param refusal - Why a request is refused
 * @returns Error code and status of the response
 */
export function describeRefusal(refusal: RefusalFacts): {
  readonly code: ErrorCode;
  readonly status: number;
} {
  // There is at least one error for each refusal.
  return errorsOf(refusal)[0] as ConnectorError;
}

/**
 * @param refusal - Why a request is refused
 * @param errorBody - Builds the body of an error in the wire format of the request
 * @param ids - Ids of the request; the last character selects one of several times to wait
 * @returns The response
 */
export function refusalAnswer(
  refusal: RefusalFacts,
  errorBody: ErrorBody,
  { id, headers }: RequestIds,
): ValueAnswer {
  const name = nameOf(refusal);
  const ofFormat = preparedAnswers.get(errorBody) ?? new Map<string, readonly PreparedAnswer[]>();
  preparedAnswers.set(errorBody, ofFormat);
  const answers = ofFormat.get(name) ?? prepare(refusal, errorBody);
  ofFormat.set(name, answers);
  // The remainder is smaller than the number of answers, of which there is at least one.
  const { parts, ...answer } = answers[id.charCodeAt(id.length - 1) % answers.length] as PreparedAnswer;
  return withCommonHeaders({ ...answer, body: parts.join(id) }, headers);
}
