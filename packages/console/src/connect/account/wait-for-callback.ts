import { isRecord } from "../../text/record.js";
import { callbackChannel } from "./callback-channel.js";

/** Query arguments of the provider's redirect. */
export type CallbackArguments = Readonly<Record<string, string>>;

/** The callback to wait for. */
export interface CallbackWait {
  readonly popup: Window;
  readonly state: string;
  readonly signal: AbortSignal;
}

const closedMessage =
  "Could not sign in: the window was closed before the provider had answered. Sign in again.";
const pollMilliseconds = 400;
// Time to wait for the message after the popup has closed: it closes itself right after sending it.
const graceMilliseconds = 800;

/**
 * Waits until the provider redirects to the callback page with this `state`. A callback with another state or none may
 * belong to another flow or be forged, so the wait continues. If the popup is closed before another callback arrives,
 * that callback is returned, and the client reports the error.
 *
 * @throws Error when the user closes the popup first
 */
export function waitForCallback({ popup, state, signal }: CallbackWait): Promise<CallbackArguments> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(callbackChannel);
    let closedAt: number | undefined;
    let other: CallbackArguments | undefined;
    const timer = setInterval(() => {
      if (!popup.closed) return;
      closedAt ??= performance.now();
      if (performance.now() - closedAt <= graceMilliseconds) return;
      const found = other;
      if (found !== undefined) finish(() => resolve(found));
      else finish(() => reject(new Error(closedMessage)));
    }, pollMilliseconds);
    function finish(settle: () => void): void {
      clearInterval(timer);
      channel.close();
      settle();
    }
    channel.addEventListener("message", (event: MessageEvent<unknown>) => {
      const arrived = readArguments(event.data);
      if (arrived["state"] === state) finish(() => resolve(arrived));
      else other = arrived;
    });
    signal.addEventListener(
      "abort",
      () => finish(() => reject(new Error("Stopped waiting for the provider."))),
      {
        once: true,
      },
    );
  });
}

function readArguments(data: unknown): CallbackArguments {
  if (!isRecord(data)) return {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
