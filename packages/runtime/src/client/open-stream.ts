import type { AttemptClock } from "../http/attempt-clock.js";
import type { CallPlan } from "../http/call-plan.js";
import type { HttpSession } from "../http/http-session.js";
import type { Reply } from "../http/send-request.js";
import { failureOf } from "../http/transport-error.js";

/** A response whose body is read as it arrives. */
export interface OpenStream {
  readonly reply: Reply;
  readonly clock: AttemptClock;
}

/**
 * Makes a call whose response may take as long as its reader needs. From then on only the idle timeout applies.
 *
 * @param session - The client of the request
 * @param plan - The call
 * @returns The response, before its body is read
 */
export async function openStream(session: HttpSession, plan: CallPlan): Promise<OpenStream> {
  return await session.perform<OpenStream>(plan, (reply, clock) => {
    clock.allow(undefined);
    return Promise.resolve({ reply, clock });
  });
}

/**
 * Reads the body of a response as it arrives.
 *
 * @param session - The client of the request
 * @param plan - The call
 * @param stream - The response; its connection is dropped at the end
 * @returns Its bytes
 */
export async function* readStream(
  session: HttpSession,
  plan: CallPlan,
  { reply, clock }: OpenStream,
): AsyncGenerator<Uint8Array> {
  try {
    yield* reply.body;
  } catch (error) {
    session.signal.throwIfAborted();
    throw failureOf(error, plan.url.hostname).error;
  } finally {
    clock.end();
    reply.drop();
  }
}
