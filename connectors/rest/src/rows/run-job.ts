import { setTimeout } from "node:timers/promises";
import {
  type HttpAnswer,
  memberAt,
  retryAfterOf,
  upstreamInvalid,
  upstreamTimeout,
  upstreamUnavailable,
} from "@wellhead/sdk";
import type { JobConfig } from "../config/source-config.js";
import { expandMembers, expandPath, expandQuery } from "../template/expand-template.js";
import type { ReadContext } from "./read-context.js";

/** A finished export. */
interface FinishedJob {
  /** Values of the filter, plus `job`. */
  readonly values: object;
  /** URL of its file, if the API reports one. */
  readonly file: string | undefined;
}

/**
 * Starts an export and waits until it is ready.
 *
 * @param context - Client, filter values and signal of the request
 * @param job - How to start it and to check its status
 * @returns The values for the source's path, and the URL of its file
 * @throws ConnectorError `upstream_unavailable` when it has failed, `upstream_timeout` when it takes too long
 */
export async function runJob(
  { http, values = {}, signal }: ReadContext,
  job: JobConfig,
): Promise<FinishedJob> {
  const { path, query, body } = job.start;
  const json = body === undefined ? {} : { json: expandMembers(body, values) };
  const call = http.post(expandPath(path, values), { query: expandQuery(query, values), ...json });
  const id = memberAt(await call.json(), job.id);
  if (typeof id !== "string" && typeof id !== "number") {
    throw upstreamInvalid(
      `Could not start the export: expected its id at "${job.id}" of the answer. Check "job".`,
    );
  }
  const known = { ...values, job: String(id) };
  const { pollSeconds = 5, maxSeconds = 900 } = job;
  // Only waits are counted. Calls have timeouts of their own.
  for (let waited = 0; waited <= maxSeconds; ) {
    const answer = await http.get(expandPath(job.status, known)).answer();
    if (isDone(answer, job)) return { values: known, file: fileOf(answer, job) };
    const seconds = Math.max(0.01, retryAfterOf(answer) ?? pollSeconds);
    await setTimeout(seconds * 1000, undefined, { signal });
    waited += seconds;
  }
  throw upstreamTimeout(
    `Could not read the export: it was not ready after ${maxSeconds} s. Try again later, or choose less.`,
  );
}

function isDone({ body }: HttpAnswer, { state, done, failed = [] }: JobConfig): boolean {
  const found = String(memberAt(body, state));
  if (failed.includes(found)) {
    throw upstreamUnavailable(
      `Could not read the export: the API reports that it is "${found}". Try again later.`,
    );
  }
  return done.includes(found);
}

function fileOf({ body }: HttpAnswer, { file }: JobConfig): string | undefined {
  if (file === undefined) return undefined;
  const address = memberAt(body, file);
  if (typeof address === "string" && /^https?:\/\//i.test(address)) return address;
  throw upstreamInvalid(`Could not read the export: expected the file's address at "${file}". Check "job".`);
}
