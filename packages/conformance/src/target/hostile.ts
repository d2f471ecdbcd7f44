import type { Exchange, ProbeRequest } from "../exchange/exchange.js";
import { nameExchange } from "../expect/expect-status.js";
import { unmet } from "../expect/finding.js";
import { TransportFault } from "../probe/transport-fault.js";
import type { CheckContext } from "../requirement/check-context.js";

/**
 * Sends invalid or hostile input. A missing response, or a connection that is closed without one, is a fault of the
 * connector and not a failure of the check. What takes too long is sent once more, because a machine that is busy for a
 * moment does not hang.
 *
 * @param context - Context of the check
 * @param path - Path and query
 * @param body - A value to send as JSON; a string is sent as it is
 * @returns The exchange
 * @throws Finding when there is no response
 */
export async function sendHostile(context: CheckContext, path: string, body: unknown): Promise<Exchange> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": "application/json" };
  const request: ProbeRequest = { method: "POST", path, headers, body: text, mayHang: true };
  try {
    return await context.send(request).catch((error: unknown) => {
      if (!(error instanceof TransportFault) || error.kind !== "timeout") throw error;
      return context.send(request, 1);
    });
  } catch (error) {
    if (!(error instanceof TransportFault)) throw error;
    const witness = unanswered(request, error.message);
    return unmet(`${nameExchange(witness)} got no answer to ${text.slice(0, 120)}: ${error.message}`, {
      witness,
      cause: "unanswered",
    });
  }
}

/**
 * Creates the exchange of a request without a response, as evidence for a finding.
 *
 * @param request - The request
 * @param reason - Why there was no response
 * @returns An exchange with status 0
 */
export function unanswered(request: ProbeRequest, reason: string): Exchange {
  const none = { status: 0, headers: {}, utf8: true, wireBytes: 0, magic: [], firstByteMs: 0, totalMs: 0 };
  return { request, ...none, text: `No response: ${reason}`, ending: "cut" };
}
