import { withinTime } from "../egress/within-time.js";
import type { LeaseOptions, Replacement, Store } from "./store.js";

/** Timeout of a command unless another is set. */
export const defaultTimeoutMs = 2000;

/** Milliseconds after a timeout during which commands fail at once. */
const lateTime = 1000;

/** Replaces a value only if the key has the given one, atomically. */
const replaceScript =
  "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end " +
  "redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3]) return 1";

/** Removes a key only if it has the given value, atomically. */
const deleteScript =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";

/** Adds to a counter; sets the lifetime of a new counter in the same step. */
const incrementScript =
  "local sum = redis.call('incrbyfloat', KEYS[1], ARGV[1]) " +
  "if redis.call('pttl', KEYS[1]) < 0 then redis.call('pexpire', KEYS[1], ARGV[2]) end return sum";

/**
 * Takes or renews a lease. The leases are a sorted set of holders by expiry time, on the server's clock, which all
 * replicas share.
 */
const leaseScript =
  "local time = redis.call('time') local now = time[1] * 1000 + math.floor(time[2] / 1000) " +
  "redis.call('zremrangebyscore', KEYS[1], '-inf', now) " +
  "if not redis.call('zscore', KEYS[1], ARGV[1]) and redis.call('zcard', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end " +
  "redis.call('zadd', KEYS[1], now + ARGV[3], ARGV[1]) redis.call('pexpire', KEYS[1], ARGV[3]) return 1";

/**
 * What a {@link RedisStore} asks of its client, such as a `Redis` of `ioredis`. Declared here so that the types of this
 * package compile where `ioredis` is not installed.
 */
export interface RedisClient {
  /** Whether another server may answer on the same connection, as in a cluster. Default: `false`. */
  readonly changesServers?: boolean;
  /** Calls the listener whenever the connection closes. */
  on(event: "close", listener: () => void): unknown;
  /** Returns a section of what the server reports about itself. */
  info(section: string): Promise<string>;
  /** Returns a value, or `null` when the key has none. */
  get(key: string): Promise<string | null>;
  /** Writes a value that expires. */
  set(key: string, value: string, unit: "PX", lifetimeMs: number): Promise<"OK" | null>;
  /** Writes a value that expires, unless the key has one. */
  set(key: string, value: string, unit: "PX", lifetimeMs: number, condition: "NX"): Promise<"OK" | null>;
  /** Runs a script on the server. The first parameters are its keys. */
  eval(script: string, keyCount: number, ...parameters: readonly (string | number)[]): Promise<unknown>;
  /** Removes a member of a sorted set. */
  zrem(key: string, member: string): Promise<unknown>;
  /** Closes the connection. */
  disconnect(): void;
}

/** A store in Redis or Valkey, for a service with replicas. */
export class RedisStore implements Store {
  readonly #client: RedisClient;
  readonly #timeoutMs: number;
  #identity: Promise<string | undefined> | undefined;
  #lateUntil = Number.NEGATIVE_INFINITY;

  /**
   * Creates a store that uses a client.
   *
   * @param client - A client of `ioredis` that neither queues commands while offline nor resends them
   * @param timeoutMs - Timeout of a command, in milliseconds. Default: 2,000
   */
  constructor(client: RedisClient, timeoutMs = defaultTimeoutMs) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
    // A new connection may lead to another server.
    client.on("close", () => {
      this.#identity = undefined;
    });
  }

  /**
   * Identifies the server's data. The identity changes when another server takes over or the server restarts.
   *
   * @returns The identity; `undefined` where the server does not report one
   */
  async identity(): Promise<string | undefined> {
    if (this.#client.changesServers === true) return await this.#askIdentity();
    this.#identity ??= this.#askIdentity().catch((error: unknown) => {
      this.#identity = undefined;
      throw error;
    });
    return await this.#identity;
  }

  async #askIdentity(): Promise<string | undefined> {
    try {
      const text = await this.#ask(() => this.#client.info("replication"));
      // The replies of several primaries follow each other.
      const ids = new Set(Array.from(text.matchAll(/^master_replid:(\w+)/gm), ([, id = ""]) => id));
      return ids.size === 0 ? undefined : [...ids].toSorted((one, other) => (one < other ? -1 : 1)).join("-");
    } catch (error) {
      // A server that forbids the command has no known identity.
      if (error instanceof Error && /^(?:NOPERM|ERR)/.test(error.message)) return undefined;
      throw error;
    }
  }

  /**
   * Reads a value.
   *
   * @param key - Its key
   * @returns The value, or `undefined`
   */
  async get(key: string): Promise<string | undefined> {
    return (await this.#ask(() => this.#client.get(key))) ?? undefined;
  }

  /**
   * Writes a value.
   *
   * @param key - Its key
   * @param value - The value
   * @param lifetime - Milliseconds until it expires
   */
  async set(key: string, value: string, lifetime: number): Promise<void> {
    await this.#ask(() => this.#client.set(key, value, "PX", wholeMilliseconds(lifetime)));
  }

  /**
   * Writes a value unless the key has one.
   *
   * @param key - Its key
   * @param value - The value
   * @param lifetime - Milliseconds until it expires
   * @returns Whether it was written
   */
  async setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
    const set = () => this.#client.set(key, value, "PX", wholeMilliseconds(lifetime), "NX");
    return (await this.#ask(set)) === "OK";
  }

  /**
   * Replaces a value if the key has the given one.
   *
   * @param key - Its key
   * @param replacement - The value it must have, and the next one
   * @returns Whether it was replaced
   */
  async setIfEqual(key: string, { before, value, lifetime }: Replacement): Promise<boolean> {
    const milliseconds = wholeMilliseconds(lifetime);
    return (
      (await this.#ask(() => this.#client.eval(replaceScript, 1, key, before, value, milliseconds))) === 1
    );
  }

  /**
   * Removes a key if it has the given value.
   *
   * @param key - Its key
   * @param value - The value it must have
   * @returns Whether it was removed
   */
  async deleteIfEqual(key: string, value: string): Promise<boolean> {
    return (await this.#ask(() => this.#client.eval(deleteScript, 1, key, value))) === 1;
  }

  /**
   * Adds to a counter.
   *
   * @param key - Its key
   * @param amount - Amount to add
   * @param lifetime - Milliseconds until a new counter expires
   * @returns The sum
   */
  async increment(key: string, amount: number, lifetime: number): Promise<number> {
    const milliseconds = wholeMilliseconds(lifetime);
    return Number(await this.#ask(() => this.#client.eval(incrementScript, 1, key, amount, milliseconds)));
  }

  /**
   * Takes or renews a lease.
   *
   * @param key - Key of the resource
   * @param holder - Id of the holder
   * @param options - Maximum number of leases, and their lifetime
   * @returns Whether the holder has a lease now
   */
  async lease(key: string, holder: string, { maxHolders, lifetime }: LeaseOptions): Promise<boolean> {
    const milliseconds = wholeMilliseconds(lifetime);
    const taken = await this.#ask(() =>
      this.#client.eval(leaseScript, 1, key, holder, maxHolders, milliseconds),
    );
    return taken === 1;
  }

  /**
   * Releases a lease.
   *
   * @param key - Key of the resource
   * @param holder - Id of the holder
   */
  async release(key: string, holder: string): Promise<void> {
    await this.#ask(() => this.#client.zrem(key, holder));
  }

  /** Closes the connection. */
  close(): void {
    this.#client.disconnect();
  }

  /** Sends a command. For one second after a timeout, further commands fail at once. */
  async #ask<Value>(command: () => Promise<Value>): Promise<Value> {
    if (performance.now() < this.#lateUntil) throw lateStore();
    return await withinTime(command(), {
      timeoutMs: this.#timeoutMs,
      timeoutError: () => {
        this.#lateUntil = performance.now() + lateTime;
        return lateStore();
      },
    });
  }
}

/** @returns The error of a command that takes too long */
export function lateStore(): Error {
  return new Error("The store did not respond in time.");
}

function wholeMilliseconds(lifetime: number): number {
  return Math.max(1, Math.ceil(lifetime));
}
