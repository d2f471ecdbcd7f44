import type { EngineCallName, EngineCalls, EngineMessage, EngineRequest } from "./engine/engine-messages.js";

type RunMessage = Extract<EngineMessage, { readonly run: number }>;

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** The page's client of the worker that reads, stores and counts rows. */
export class EngineClient {
  readonly #worker = new Worker(new URL("./engine/worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;

  /** @param listen - Called with each message about a run. */
  constructor(listen: (message: RunMessage) => void) {
    this.#worker.addEventListener("message", (event: MessageEvent<EngineMessage>) => {
      const message = event.data;
      if ("run" in message) listen(message);
      else this.#settle(message);
    });
  }

  /** Sends a request that starts or cancels a run. */
  send(request: EngineRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
    this.#worker.postMessage(request);
  }

  /** Sends the engine a question about its rows. */
  ask<Name extends EngineCallName>(
    name: Name,
    ask: EngineCalls[Name]["ask"],
  ): Promise<EngineCalls[Name]["answer"]> {
    this.#calls += 1;
    const call = this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject });
      this.send({ type: "call", call, name, ask });
    });
  }

  #settle(message: Exclude<EngineMessage, RunMessage>): void {
    const waiting = this.#waiting.get(message.call);
    this.#waiting.delete(message.call);
    if (message.type === "refusal") waiting?.reject(new Error(message.problem));
    // The worker responds to each call with the response type of that call.
    else waiting?.resolve(message.answer as never);
  }
}
