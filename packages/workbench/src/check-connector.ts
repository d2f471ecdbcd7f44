import type { ConformanceReport, runConformance } from "@wellhead/conformance";
import type { CheckAnswer, CheckEvent, CheckRequest } from "./protocol/index.js";
import { DataError } from "./runs/data-error.js";
import type { DataReach } from "./runs/data-reach.js";
import { EventStream } from "./runs/event-stream.js";

/** Milliseconds that a check may take. */
const timeLimitMs = 180_000;

/** Judges a connector. The requirements take longer to load than a service, and are rarely needed. */
const judge: typeof runConformance = async (...parameters) => {
  const { runConformance: run } = await import("@wellhead/conformance");
  return run(...parameters);
};

/**
 * Judges a connector that the console lists.
 *
 * @param request - Its address, and what to judge it with
 * @param reach - Which connectors are listed
 * @param own - Address of this service
 * @returns A stream of {@link CheckEvent}; closing it ends the check
 * @throws DataError `refused` for a connector that is not listed
 */
export function checkConnector(request: CheckRequest, reach: DataReach, own: URL): Response {
  const address = new URL(request.base, own);
  const listed = reach.listed(address);
  if (listed === undefined)
    throw new DataError(
      "refused",
      `Could not check the connector: only those that the console was started with are checked. Start it with wellhead console ${address.href}.`,
    );
  const controller = new AbortController();
  const stream = new EventStream<CheckEvent>(() => controller.abort());
  const { account, source, filter, isReadOnly = false } = request;
  judge(address, {
    headers: listed.headers,
    timeLimit: timeLimitMs,
    readOnly: isReadOnly,
    signal: controller.signal,
    onJudged: (judged, total) => stream.send({ type: "progress", judged, total }),
    ...(account !== undefined && { account }),
    ...(source !== undefined && { source }),
    ...(filter !== undefined && { filter }),
  })
    .then(
      (report) => stream.send({ type: "end", answer: answerOf(report) }),
      (error: unknown) =>
        stream.send({ type: "failed", message: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => stream.end());
  return stream.response;
}

function answerOf({ summary, headline, causes }: ConformanceReport): CheckAnswer {
  return {
    headline,
    passed: summary.pass,
    failed: summary.fail + summary["could-not-run"],
    warned: summary.warn,
    findings: causes.map(({ id, verdict, serious, sentence, detail, reason, fix, evidence }) => {
      return { id, verdict, isSerious: serious, sentence, detail, reason, fix, evidence };
    }),
  };
}
