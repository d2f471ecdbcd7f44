import type { LeaseOptions, Replacement, Store } from "@wellhead/runtime";
import type { FromWorker } from "./worker-messages.js";

/** The store in a worker. It sends each call to the service in a message, so that all processes share one store. */
export class RemoteStore implements Store {
  readonly #send: (message: FromWorker) => void;
  readonly #waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  #calls = 0;

  /** @param send - Sends a message to the service */
  constructor(send: (message: FromWorker) => void) {
    this.#send = send;
  }

  async get(key: string): Promise<string | undefined> {
    const value = await this.#call("get", [key]);
    return typeof value === "string" ? value : undefined;
  }

  async set(key: string, value: string, lifetime: number): Promise<void> {
    await this.#call("set", [key, value, lifetime]);
  }

  async setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
    return (await this.#call("setIfAbsent", [key, value, lifetime])) === true;
  }

  async setIfEqual(key: string, replacement: Replacement): Promise<boolean> {
    return (await this.#call("setIfEqual", [key, replacement])) === true;
  }

  async deleteIfEqual(key: string, value: string): Promise<boolean> {
    return (await this.#call("deleteIfEqual", [key, value])) === true;
  }

  async increment(key: string, amount: number, lifetime: number): Promise<number> {
    return Number(await this.#call("increment", [key, amount, lifetime]));
  }

  async lease(key: string, holder: string, options: LeaseOptions): Promise<boolean> {
    // A store without leases returns nothing. Then only the leases that this worker counts itself apply.
    return (await this.#call("lease", [key, holder, options])) !== false;
  }

  async release(key: string, holder: string): Promise<void> {
    await this.#call("release", [key, holder]);
  }

  /**
   * Settles the promise of a call.
   *
   * @param call - Number of the call
   * @param value - What it returned
   * @param failed - Whether it threw
   */
  settle(call: number, value: unknown, failed: boolean): void {
    const waiting = this.#waiting.get(call);
    this.#waiting.delete(call);
    if (failed) waiting?.reject(new Error("Could not reach the store of the service."));
    else waiting?.resolve(value);
  }

  #call(method: keyof Store, args: readonly unknown[]): Promise<unknown> {
    this.#calls += 1;
    const call = this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject });
      this.#send({ type: "store", call, method, args });
    });
  }
}
