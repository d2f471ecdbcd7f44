import { ConnectorError } from "@wellhead/sdk";
import { type DeploymentSecret, seal, unseal } from "./deployment-secret.js";
import type { OAuthContext } from "./oauth-environment.js";

/** A sign-in that was started. */
export interface Flow {
  /** Owner of the sign-in: connector and provider. */
  readonly owner: string;
  readonly callback: string;
  /** Empty when there is none. */
  readonly state: string;
}

/** The values from which the code challenge of a sign-in was derived. */
export interface FlowKey {
  readonly secret: DeploymentSecret;
  /** Digest of the state; empty when there was none. */
  readonly state: string;
}

/** A sign-in as it is stored, sealed. The state is stored only as a digest. */
interface FlowRecord {
  readonly owner: string;
  readonly state: string;
  readonly time: number;
  /** A value that the platform may omit when it finishes the sign-in. */
  readonly kept?: string;
}

const hour = 3_600_000;
/** How long a person may take to sign in, in milliseconds. */
const flowLifetime = hour;
/** How long after that an expired sign-in is still distinguished from an unknown one, in milliseconds. */
const finishedLifetimeMs = 600_000;
/** How long a used code is remembered, in milliseconds; codes expire at their provider within ten minutes. */
const codeLifetime = hour;
/** Maximum number of sign-ins with one callback that are distinguished when the platform does not send their state. */
const maxOpen = 4;
/** Maximum number of sign-ins remembered per hour: from one address, with one callback, and in total. */
const quotas = { address: 1_000, callback: 5_000, all: 20_000 };

/**
 * Remembers the sign-ins that were started, in the cache of the deployment. This is not required for safety: a sign-in
 * that was not remembered can still be finished, because the code challenge binds the code to connector, callback and
 * state.
 *
 * Its use of the store is bounded: records have a maximum size, expire within 70 minutes, and are subject to quotas.
 * Above a quota, a sign-in is not refused but only not remembered, so that nobody can lock out others by starting many.
 */
export class FlowRegister {
  readonly #context: OAuthContext;

  /**
   * Creates a register in the cache of a deployment.
   *
   * @param context - Connector, deployment, address of the caller
   */
  constructor(context: OAuthContext) {
    this.#context = context;
  }

  /**
   * Remembers a sign-in, unless a quota is used up.
   *
   * @param flow - The sign-in
   * @param kept - A value that the platform may omit when it finishes, such as the secret of a temporary token
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
        flowLifetime + finishedLifetimeMs,
      );
    await write(flowKey(secret, flow.callback, state), record);
    await write(openFlowKey(secret, flow, slot), latest);
  }

  /**
   * Lists the values from which the code challenge of a sign-in may have been derived, most likely first. The first one
   * that the provider accepts is correct. A platform may omit the state or add its own. Its sign-in then cannot be
   * distinguished in another way from others with the same callback in the past hour.
   *
   * @param flow - The sign-in as the platform finishes it
   * @returns One to four candidates
   */
  async keys(flow: Flow): Promise<readonly FlowKey[]> {
    const { secret } = this.#context.environment;
    const found: FlowKey[] = [];
    for (const one of secret.all) {
      const given = stateDigest(one, flow.state);
      if ((await this.#read(one, flowKey(one, flow.callback, given))) !== undefined) {
        found.push({ secret: one, state: given });
      }
    }
    // A state that was remembered identifies the sign-in.
    if (flow.state !== "" && found.length > 0) return found;
    const open = await this.#open(flow);
    const others = flow.state === "" ? open : open.filter(({ state }) => state === "");
    const fallback = secret.all.map((one) => ({ secret: one, state: stateDigest(one, flow.state) }));
    return distinct([...others, ...found, ...fallback]).slice(0, maxOpen);
  }

  /**
   * Checks whether a code may be sent to the provider: the sign-in must not belong to another connector or be older
   * than an hour, and the code must not have been used before.
   *
   * @param flow - The sign-in
   * @param code - Code that the provider returned for the sign-in
   * @param provider - Name of the provider, for error messages
   * @returns The value that `begin` kept for the sign-in; `undefined` when there is none
   * @throws ConnectorError `grant_refused` when the code must not be sent
   */
  async finish(flow: Flow, code: string, provider: string): Promise<string | undefined> {
    const { cache, secret, now } = this.#context.environment;
    const begun = await this.#begun(flow);
    // Without a state, all sign-ins with one callback share a record, so the record may describe another sign-in.
    if (begun !== undefined && flow.state !== "") {
      if (begun.owner !== flow.owner) throw refused(provider, "it was started with another connector");
      if (now() - begun.time > flowLifetime) throw refused(provider, "it was started too long ago");
    }
    if (await this.#allowed("code", "all", quotas.all)) {
      const place = codeKey(secret, flow, code);
      if (!(await cache.setIfAbsent(place, "used", codeLifetime))) {
        throw refused(provider, "it was finished before");
      }
    }
    return begun?.kept;
  }

  /**
   * Forgets that a code was used, because it may be presented again.
   *
   * @param flow - The sign-in
   * @param code - The code
   */
  async release(flow: Flow, code: string): Promise<void> {
    const { cache, secret } = this.#context.environment;
    await cache.deleteIfEqual(codeKey(secret, flow, code), "used");
  }

  async #begun(flow: Flow): Promise<FlowRecord | undefined> {
    for (const secret of this.#context.environment.secret.all) {
      const place = flowKey(secret, flow.callback, stateDigest(secret, flow.state));
      const record = await this.#read(secret, place);
      if (record !== undefined) return record;
    }
    return undefined;
  }

  /** Returns the sign-ins in progress with a callback, latest first. */
  async #open(flow: Flow): Promise<readonly FlowKey[]> {
    const found: (FlowKey & { readonly time: number })[] = [];
    for (const secret of this.#context.environment.secret.all) {
      for (let slot = 0; slot < maxOpen; slot += 1) {
        const record = await this.#read(secret, openFlowKey(secret, flow, slot));
        if (record !== undefined) found.push({ secret, state: record.state, time: record.time });
      }
    }
    return found.toSorted((one, other) => other.time - one.time);
  }

  /** Counts a sign-in against the quotas and returns its slot; `undefined` when a quota is used up. */
  async #slot({ owner, callback }: Flow): Promise<number | undefined> {
    const { address = "unknown", environment } = this.#context;
    // The widest quota comes first: a sign-in that it rejects creates no further counters.
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
    // The cast is safe: only this deployment can have sealed the record, so it has the shape that `begin` wrote.
    return text === undefined ? undefined : (JSON.parse(text) as FlowRecord);
  }
}

/**
 * Returns the digest of a state. The digest is what is stored, and what the code challenge is derived from.
 *
 * @param secret - Secret of the deployment
 * @param state - The state
 * @returns The digest; empty for an empty state
 */
export function stateDigest(secret: DeploymentSecret, state: string): string {
  return state === "" ? "" : secret.derive("state", state);
}

function flowKey(secret: DeploymentSecret, callback: string, state: string): string {
  return `flow:${secret.derive("flow", callback, state)}`;
}

function openFlowKey(secret: DeploymentSecret, { owner, callback }: Flow, slot: number): string {
  return `flow:${secret.derive("open flow", owner, callback)}:${slot}`;
}

function codeKey(secret: DeploymentSecret, { owner }: Flow, code: string): string {
  return `code:${secret.derive("code", owner, code)}`;
}

function distinct(keys: readonly FlowKey[]): readonly FlowKey[] {
  const byName = new Map(keys.map((key) => [`${key.secret.id} ${key.state}`, key]));
  return [...byName.values()];
}

function refused(provider: string, reason: string): ConnectorError {
  return new ConnectorError("grant_refused", `Could not sign in with ${provider}: ${reason}. Start again.`);
}
