import { isRecord } from "../json/record.js";
import { callbackChannel } from "./callback-channel.js";

/** Query arguments the provider came back with. */
export type CallbackArguments = Readonly<Record<string, string>>;

/** What to wait for. */
export interface CallbackWait {
  readonly popup: Window;
  readonly state: string;
  readonly signal: AbortSignal;
}

const pollMilliseconds = 400;
// The popup closes itself right after it has told; its message may still be under way.
const graceMilliseconds = 800;

/**
 * Waits until the provider has come back to the callback page with this `state`. Another state belongs to another
 * flow, or to somebody else's request, and is not taken.
 *
 * @throws Error when the person closes the popup first
 */
export function waitForCallback({ popup, state, signal }: CallbackWait): Promise<CallbackArguments> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(callbackChannel);
    let closedAt: number | undefined;
    const timer = setInterval(() => {
      if (!popup.closed) return;
      closedAt ??= performance.now();
      if (performance.now() - closedAt > graceMilliseconds) {
        finish(() => reject(new Error("Sign in: the window was closed before the provider had answered")));
      }
    }, pollMilliseconds);
    function finish(settle: () => void): void {
      clearInterval(timer);
      channel.close();
      settle();
    }
    channel.addEventListener("message", (event: MessageEvent<unknown>) => {
      const arrived = readArguments(event.data);
      if (arrived["state"] === state) finish(() => resolve(arrived));
    });
    signal.addEventListener("abort", () => finish(() => reject(new Error("Sign in: stopped here"))), {
      once: true,
    });
  });
}

function readArguments(data: unknown): CallbackArguments {
  if (!isRecord(data)) return {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
