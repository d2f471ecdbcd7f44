import { isConnectorError, nextUrlInBody } from "@wellhead/sdk";
import { isLong } from "@wellhead/test-support/properties/is-long";
import {
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "@wellhead/test-support/upstream-faults/raw-upstream";
import type { UpstreamFault } from "@wellhead/test-support/upstream-faults/upstream-fault";
import { upstreamFaults } from "@wellhead/test-support/upstream-faults/upstream-faults";
import { afterEach, describe, expect, it } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";

let upstream: RawUpstream | undefined;

afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

/** Starts an upstream whose pages before `place` are good and whose page at `place` has the fault. */
async function startWithFault(fault: UpstreamFault, place: number): Promise<RawUpstream> {
  let attempt = -1;
  upstream = await startRawUpstream((socket, request) => {
    const number = Number(/page=(\d+)/.exec(request.target)?.[1] ?? 0);
    if (number < place) {
      const next = `/list?page=${number + 1}`;
      socket.write(rawAnswer(JSON.stringify({ items: [{ id: number }], next })));
      return;
    }
    attempt += 1;
    fault.answer(socket, request, attempt);
  });
  return upstream;
}

async function readAll(fault: UpstreamFault, place: number) {
  const started = await startWithFault(fault, place);
  const { http, waits, lines } = openTestHttp({
    definition: { baseUrl: started.url, paging: nextUrlInBody(), ...fault.definition },
  });
  const ids: string[] = [];
  let code: string | undefined;
  let message = "";
  try {
    for await (const batch of http.pages<{ id: unknown }>("list", { items: "items" }))
      ids.push(...batch.map(({ id }) => String(id)));
  } catch (error) {
    if (!isConnectorError(error)) throw error;
    code = error.code;
    message = error.message;
  }
  return { code, message, ids, waits, lines, requests: started.requests.length - place };
}

// The usual form tries each fault on one page.
describe.each([
  ["on the first page", 0],
  ["on a later page", 2],
])("http.pages() with a fault %s", (_where, place) => {
  const tried = upstreamFaults.filter((_, index) => isLong || (index % 2 === 0) === (place === 0));
  it.each(tried.map((fault) => [fault.title, fault] as const))("%s", async (_title, fault) => {
    const outcome = await readAll(fault, place);
    expect({ code: outcome.code, requests: outcome.requests }).toEqual({
      code: fault.code,
      requests: fault.requests,
    });
    // The pages before the fault are complete; the faulty page is there only if a retry succeeded.
    const before = Array.from({ length: place }, (_, index) => String(index));
    expect(outcome.ids).toEqual([...before, ...(fault.ids ?? (fault.code === undefined ? ["1"] : []))]);
    expect(outcome.waits).toEqual(fault.waits ?? outcome.waits);
    expect(outcome.message + outcome.lines.join("")).not.toContain("vendor text");
  });
});
