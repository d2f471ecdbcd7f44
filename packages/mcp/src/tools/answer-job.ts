import { type ResultAnswer, resultAnswer, runningAnswer } from "../answers/result-answer.js";
import type { Job } from "../jobs/jobs.js";
import type { ToolCall } from "./define-tool.js";

/** Rows to show if the caller does not specify a number. */
export const defaultShownRows = 100;
/** Maximum rows that one answer shows. */
export const maxShownRows = 1000;

/** The rows to show. */
export interface AnswerJobOptions {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Waits for a job and returns its rows, or its handle when it takes longer than a client waits.
 *
 * @param job - The job
 * @param options - The rows to show
 * @param call - The call that waits
 * @returns The answer
 * @throws What the job threw
 */
export async function answerJob(
  job: Job,
  { offset, limit }: AnswerJobOptions,
  { workspace: { limits, redactor }, signal, report }: ToolCall,
): Promise<ResultAnswer> {
  const stopReports = job.watch((rows) =>
    report(rows, `${rows.toLocaleString("en-US")} ${rows === 1 ? "row has" : "rows have"} arrived`),
  );
  const result = await job.wait(limits.waitMs, signal).finally(stopReports);
  if (result === undefined) return runningAnswer(job);
  return resultAnswer(job, result, { offset, limit, maxBytes: limits.maxAnswerBytes, redactor });
}

/**
 * Starts a job and returns its rows or its handle. The job ends when the call is cancelled.
 *
 * @param start - Starts the job
 * @param options - The rows to show
 * @param call - The call
 * @returns The answer
 */
export async function answerNewJob(
  start: () => Job,
  options: AnswerJobOptions,
  call: ToolCall,
): Promise<ResultAnswer> {
  const job = start();
  try {
    return await answerJob(job, options, call);
  } catch (error) {
    // The handle was not returned, so nobody can use the job.
    call.workspace.jobs.cancel(job.handle);
    throw error;
  }
}
