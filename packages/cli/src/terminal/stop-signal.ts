/** Whether the keyboard or the operating system asked the program to stop. */
export type StopReason = "interrupted" | "terminated";

/** A running watch for stop signals. */
export interface StopWatch {
  /** Aborted at the first signal; its reason is a {@link StopReason}. */
  readonly signal: AbortSignal;
  /** Resolves at the first signal. */
  readonly asked: Promise<void>;
  /** Returns the reason, or `undefined` before the first signal. */
  readonly reason: () => StopReason | undefined;
  /** Stops watching: from then on, a signal ends the process. */
  readonly end: () => void;
}

/**
 * Watches for SIGINT (the keyboard) and SIGTERM. The first signal requests a stop, the second ends the process at once.
 *
 * @returns The watch
 */
export function watchStopSignals(): StopWatch {
  const controller = new AbortController();
  let reason: StopReason | undefined;
  const stop = (why: StopReason) => () => {
    reason = why;
    end();
    controller.abort();
  };
  const interrupt = stop("interrupted");
  const terminate = stop("terminated");
  function end(): void {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", terminate);
  }
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", terminate);
  const asked = new Promise<void>((resolve) => {
    controller.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  return { signal: controller.signal, asked, reason: () => reason, end };
}
