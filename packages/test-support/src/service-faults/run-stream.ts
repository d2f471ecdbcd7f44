import { startRawUpstream } from "../upstream-faults/upstream-faults.js";
import { askService } from "./ask-cell.js";
import { canary } from "./canary.js";
import { connectorOf } from "./fault-cell.js";
import { judgeRows } from "./judge-answer.js";
import { matrixFaults } from "./matrix-faults.js";
import type { RanCell } from "./run-cell.js";
import { itemsBefore, type StreamFault } from "./stream-faults.js";

/**
 * Runs a fault inside one response against the service.
 *
 * @param fault - The fault
 * @param options - Its index, the requested format and the address of the service
 * @returns The result
 */
export async function runStream(
  fault: StreamFault,
  { index, accept, url }: { readonly index: number; readonly accept: string; readonly url: string },
): Promise<RanCell> {
  let attempts = 0;
  const begun = new AbortController();
  const upstream = await startRawUpstream((socket) => {
    attempts += 1;
    socket.write(fault.begin);
    begun.signal.addEventListener("abort", () => fault.end(socket), { once: true });
  });
  const account = { auth: "keyed", site: upstream.url, carrier: "bearer", key: canary };
  const body = { source: fault.source, account };
  const answer = await askService(url, {
    path: `/${connectorOf(matrixFaults.length + index)}/`,
    body,
    accept,
    onBytes: () => begun.abort(),
  });
  await upstream.close();
  const ids = Array.from({ length: itemsBefore }, (_, id) => String(id));
  const wrong = judgeRows(answer, accept, { code: fault.code, ids, isUnderWay: true });
  const name = `${fault.title}, inside one answer, ${accept}`;
  const repeated = attempts === 1 ? undefined : `${attempts} requests though rows were sent`;
  return { name, answer, fault: wrong ?? repeated };
}
