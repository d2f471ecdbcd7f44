import { ConnectorError } from "../errors/connector-error.js";
import type { DeploymentSecret } from "./deployment-secret.js";
import type { OAuthContext } from "./oauth-flow.js";
import { seal, unseal } from "./seal.js";

/** A sign-in that was begun. */
export interface Flow {
  /** Whose it is: connector and provider. */
  readonly owner: string;
  readonly callback: string;
  /** Empty when there is none. */
  readonly state: string;
}

/** What the code challenge of a sign-in was derived from. */
export interface FlowKey {
  readonly secret: DeploymentSecret;
  /** Digest of the state; empty when there was none. */
  readonly state: string;
}

/** A sign-in as it is stored, sealed. The state is there as a digest only. */
interface FlowRecord {
  readonly owner: string;
  readonly state: string;
  readonly time: number;
  /** What the platform may leave out when it finishes. */
  readonly kept?: string;
}

const hour = 3_600_000;
/** How long a person may take to sign in. */
const flowLifetime = hour;
/** How long a sign-in that took too long is still told from an unknown one. */
const lateLifetime = 600_000;
/** How long a code is remembered; providers end theirs within ten minutes. */
const codeLifetime = hour;
/** How many sign-ins with one callback are told apart when the platform does not send their state. */
const maxOpen = 4;
/** Sign-ins that are remembered in one hour: of one address, with one callback, and in all. */
const quotas = { address: 1_000, callback: 5_000, all: 20_000 };

/**
 * Remembers the sign-ins that were begun, as far as the store reaches. It is a help and not needed: what it does not
 * know of may be finished, since the code challenge still binds the code to connector, callback and state.
 *
 * What it stores is bounded: records have a maximum size, live for an hour, and have quotas. Above a quota a sign-in is
 * not remembered rather than refused, so that nobody can lock out others by beginning many.
 */
export class FlowRegister {
  readonly #context: OAuthContext;

  /**
   * Uses the cache of a deployment.
   *
   * @param context - Connector, deployment, address of the caller
   */
  constructor(context: OAuthContext) {
    this.#context = context;
  }

  /**
   * Remembers a sign-in.
   *
   * @param flow - The sign-in
   * @param kept - What the platform may leave out when it finishes, such as the secret of a temporary token
   */
  async begin(flow: Flow, kept?: string): Promise<void> {
    const { now, secret, cache } = this.#context.environment;
    const slot = await this.#slot(flow);
    if (slot === undefined) return;
    const state = stateDigest(secret, flow.state);
    const record: FlowRecord = { owner: flow.owner, state, time: now(), ...(kept !== undefined && { kept }) };
    const latest: FlowRecord = { owner: flow.owner, state, time: now() };
    const write = async (place: string, content: FlowRecord): Promise<void> =>
      await cache.set(
        place,
        seal(JSON.stringify(content), secret.key("flow"), place),
        flowLifetime + lateLifetime,
      );
    await write(flowPlace(secret, flow.callback, state), record);
    await write(openPlace(secret, flow, slot), latest);
  }

  /**
   * Finds what the code challenge of a sign-in may have been derived from, the likeliest first. The first that the
   * provider accepts is the right one: a platform that does not send the state, or adds one of its own, cannot be told
   * apart otherwise from others that signed in with the same callback in this hour.
   *
   * @param flow - The sign-in as the platform finishes it
   * @returns At least one
   */
  async keys(flow: Flow): Promise<readonly FlowKey[]> {
    const { secret } = this.#context.environment;
    const found: FlowKey[] = [];
    for (const one of secret.all) {
      const given = stateDigest(one, flow.state);
      if ((await this.#read(one, flowPlace(one, flow.callback, given))) !== undefined) {
        found.push({ secret: one, state: given });
      }
    }
    // With its own state a sign-in is known for certain.
    if (flow.state !== "" && found.length > 0) return found;
    const open = await this.#open(flow);
    const others = flow.state === "" ? open : open.filter(({ state }) => state === "");
    const fallback = secret.all.map((one) => ({ secret: one, state: stateDigest(one, flow.state) }));
    return distinct([...others, ...found, ...fallback]).slice(0, maxOpen);
  }

  /**
   * Checks that a code may be sent to the provider of a connector: that it belongs to no other connector's sign-in and
   * was not used before.
   *
   * @param flow - The sign-in
   * @param code - What the provider returned for it
   * @param provider - Name of the provider, for the sentence
   * @returns What was kept for the sign-in; `undefined` when there is nothing
   * @throws ConnectorError `grant_refused` when it may not
   */
  async finish(flow: Flow, code: string, provider: string): Promise<string | undefined> {
    const { cache, secret, now } = this.#context.environment;
    const begun = await this.#begun(flow);
    // Without a state all sign-ins with one callback share a record, which then says nothing about this one.
    if (begun !== undefined && flow.state !== "") {
      if (begun.owner !== flow.owner) throw refused(provider, "it was begun with another connector");
      if (now() - begun.time > flowLifetime) throw refused(provider, "it was begun too long ago");
    }
    if (await this.#allowed("code", "all", quotas.all)) {
      const place = codePlace(secret, flow, code);
      if (!(await cache.setIfAbsent(place, "used", codeLifetime))) {
        throw refused(provider, "it was finished before");
      }
    }
    return begun?.kept;
  }

  /**
   * Forgets that a code was seen, because it never reached the provider.
   *
   * @param flow - The sign-in
   * @param code - The code
   */
  async release(flow: Flow, code: string): Promise<void> {
    const { cache, secret } = this.#context.environment;
    await cache.deleteIfEqual(codePlace(secret, flow, code), "used");
  }

  async #begun(flow: Flow): Promise<FlowRecord | undefined> {
    for (const secret of this.#context.environment.secret.all) {
      const place = flowPlace(secret, flow.callback, stateDigest(secret, flow.state));
      const record = await this.#read(secret, place);
      if (record !== undefined) return record;
    }
    return undefined;
  }

  /** The sign-ins with a callback that are under way, the latest first. */
  async #open(flow: Flow): Promise<readonly FlowKey[]> {
    const found: (FlowKey & { readonly time: number })[] = [];
    for (const secret of this.#context.environment.secret.all) {
      for (let slot = 0; slot < maxOpen; slot += 1) {
        const record = await this.#read(secret, openPlace(secret, flow, slot));
        if (record !== undefined) found.push({ secret, state: record.state, time: record.time });
      }
    }
    return found.toSorted((one, other) => other.time - one.time);
  }

  /** Takes a sign-in from the quotas; `undefined` when one of them is used up. */
  async #slot({ owner, callback }: Flow): Promise<number | undefined> {
    const { address = "unknown", environment } = this.#context;
    // The widest first: what it refuses makes no counters of its own.
    if (!(await this.#allowed("flow", "all", quotas.all))) return undefined;
    if (!(await this.#allowed("flow", `address ${address}`, quotas.address))) return undefined;
    const count = await this.#count("flow", `callback ${JSON.stringify([owner, callback])}`);
    if (count <= quotas.callback) return count % maxOpen;
    environment.onEvent("flow_not_kept");
    return undefined;
  }

  async #allowed(what: string, whose: string, quota: number): Promise<boolean> {
    const allowed = (await this.#count(what, whose)) <= quota;
    if (!allowed) this.#context.environment.onEvent("flow_not_kept");
    return allowed;
  }

  async #count(what: string, whose: string): Promise<number> {
    const { cache, secret } = this.#context.environment;
    return await cache.increment(`quota:${secret.derive("quota", what, whose)}`, 1, hour);
  }

  async #read(secret: DeploymentSecret, place: string): Promise<FlowRecord | undefined> {
    const sealed = await this.#context.environment.cache.get(place);
    const text = sealed === undefined ? undefined : unseal(sealed, secret.key("flow"), place);
    // Only this deployment can have sealed it, so it has the shape `begin` made.
    return text === undefined ? undefined : (JSON.parse(text) as FlowRecord);
  }
}

/**
 * Makes the digest of a state, which is what is stored and what the code challenge is derived from.
 *
 * @param secret - Secret of the deployment
 * @param state - The state
 * @returns Its digest; empty for an empty state
 */
export function stateDigest(secret: DeploymentSecret, state: string): string {
  return state === "" ? "" : secret.derive("state", state);
}

function flowPlace(secret: DeploymentSecret, callback: string, state: string): string {
  return `flow:${secret.derive("flow", callback, state)}`;
}

function openPlace(secret: DeploymentSecret, { owner, callback }: Flow, slot: number): string {
  return `flow:${secret.derive("open flow", owner, callback)}:${slot}`;
}

function codePlace(secret: DeploymentSecret, { owner }: Flow, code: string): string {
  return `code:${secret.derive("code", owner, code)}`;
}

function distinct(keys: readonly FlowKey[]): readonly FlowKey[] {
  const byName = new Map(keys.map((key) => [`${key.secret.id} ${key.state}`, key]));
  return [...byName.values()];
}

function refused(provider: string, reason: string): ConnectorError {
  return new ConnectorError("grant_refused", `Could not sign in with ${provider}: ${reason}. Start again.`);
}
