import { ConnectorError } from "../errors/connector-error.js";
import type { OAuthEnvironment } from "./oauth-environment.js";
import { seal, unseal } from "./seal.js";

/** A sign-in that was begun. */
export interface Flow {
  /** Whose it is: connector and provider. */
  readonly owner: string;
  readonly callback: string;
  readonly state: string;
}

/** How long a person may take to sign in, in milliseconds. */
const longest = 3_600_000;
/** How long a sign-in is remembered, so that a late one can be told from an unknown one. */
const remembered = 24 * 3_600_000;
/** How long a code is remembered; providers end theirs within ten minutes. */
const codeLifetime = 3_600_000;

/**
 * Remembers the sign-ins that were begun, as far as the store reaches. It is a help and no need: what it does not
 * know of may be finished, since the code challenge still binds the code to connector, callback and state.
 */
export class FlowRegister {
  readonly #environment: OAuthEnvironment;

  /**
   * Uses the store of a deployment.
   *
   * @param environment - Store, secret, clock
   */
  constructor(environment: OAuthEnvironment) {
    this.#environment = environment;
  }

  /**
   * Remembers a sign-in.
   *
   * @param flow - The sign-in
   */
  async begin(flow: Flow): Promise<void> {
    const { now } = this.#environment;
    const record = JSON.stringify({ owner: flow.owner, state: flow.state, time: now() });
    const places = [this.#place(flow.callback, flow.state), this.#latest(flow)];
    await this.#help(() =>
      Promise.all(
        places.map((place) =>
          this.#environment.store.set(place, seal(record, this.#key(), place), remembered),
        ),
      ),
    );
  }

  /**
   * Gives the state of the latest sign-in with a callback, for a platform that does not send it with the code.
   *
   * @param flow - Owner and callback
   * @returns The state; empty when none is known
   */
  async latestState(flow: Omit<Flow, "state">): Promise<string> {
    return (await this.#read(this.#latest(flow)))?.state ?? "";
  }

  /**
   * Checks that a code may be sent to the provider of a connector: that it is no other connector's sign-in, not too
   * old, and not finished before.
   *
   * @param flow - The sign-in
   * @param code - What the provider gave for it
   * @param provider - Name of the provider, for the sentence
   * @throws ConnectorError `grant_refused` when it may not
   */
  async finish(flow: Flow, code: string, provider: string): Promise<void> {
    const { now, store, secret } = this.#environment;
    const begun = await this.#read(this.#place(flow.callback, flow.state));
    // Without a state all sign-ins with one callback share a record, which then tells nothing about this one.
    if (begun !== undefined && flow.state !== "") {
      if (begun.owner !== flow.owner) throw refused(provider, "it was begun with another connector");
      if (now() - begun.time > longest) throw refused(provider, "it was begun too long ago");
    }
    const place = `code:${secret.derive("code", flow.owner, code)}`;
    const first = await this.#help(() => store.setIfAbsent(place, "used", codeLifetime));
    if (first === false) throw refused(provider, "it was finished before");
  }

  /**
   * Forgets that a code was seen, because it never reached the provider.
   *
   * @param flow - The sign-in
   * @param code - The code
   */
  async release(flow: Flow, code: string): Promise<void> {
    const { store, secret } = this.#environment;
    await this.#help(() => store.deleteIfEqual(`code:${secret.derive("code", flow.owner, code)}`, "used"));
  }

  async #read(
    place: string,
  ): Promise<{ readonly owner: string; readonly state: string; readonly time: number } | undefined> {
    const sealed = await this.#help(() => this.#environment.store.get(place));
    const text = sealed === undefined ? undefined : unseal(sealed, this.#key(), place);
    // Only this deployment can have sealed it, so it has the shape `begin` gave it.
    return text === undefined
      ? undefined
      : (JSON.parse(text) as { readonly owner: string; readonly state: string; readonly time: number });
  }

  #place(callback: string, state: string): string {
    return `flow:${this.#environment.secret.derive("flow", callback, state)}`;
  }

  #latest({ owner, callback }: Omit<Flow, "state">): string {
    return `flow:${this.#environment.secret.derive("latest flow", owner, callback)}`;
  }

  #key(): Buffer {
    return this.#environment.secret.key("flow");
  }

  async #help<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    // A store that cannot be reached takes away the help, not the sign-in.
    return await work().catch(() => undefined);
  }
}

function refused(provider: string, reason: string): ConnectorError {
  return new ConnectorError("grant_refused", `Sign in with ${provider}: ${reason}, start again`);
}
