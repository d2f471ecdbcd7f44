import { type AccountKind, type AnyAccount, type Context, Secret } from "@wellhead/sdk";

/** Options of {@link CurrentAccount}. */
export interface CurrentAccountOptions {
  /** The account as the request sent it. */
  readonly account: AnyAccount;
  /** Its kind. Default: unknown; requests then carry no credentials, and the account cannot be refreshed. */
  readonly kind?: AccountKind | undefined;
  /**
   * Refreshes the credentials of an account whose kind cannot do it; returns `undefined` when that is impossible.
   * Default: it always is.
   */
  readonly refresh?: ((account: AnyAccount) => Promise<AnyAccount | undefined>) | undefined;
  /** Clock in milliseconds. */
  readonly now: () => number;
}

/** Milliseconds after a refresh in which no other is tried. If new credentials are refused, expiry is not why. */
const refreshCooldownMs = 60_000;

/**
 * The account of a request with its kind. All HTTP clients of the request share it. Its credentials are refreshed when
 * the upstream reports them as expired: once for all concurrent calls, and again when a long read outlives the new ones.
 */
export class CurrentAccount {
  /** Kind of the account; `undefined` when it is unknown. */
  readonly kind: AccountKind | undefined;
  readonly #options: CurrentAccountOptions;
  #value: AnyAccount;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #refresh: Promise<boolean> | undefined;

  /**
   * Starts with the account as the request sent it.
   *
   * @param options - The account and how it is refreshed
   */
  constructor(options: CurrentAccountOptions) {
    this.#options = options;
    this.kind = options.kind;
    this.#value = options.account;
  }

  /** The account to sign with now. */
  get value(): AnyAccount {
    return this.#value;
  }

  /**
   * Replaces the account.
   *
   * @param value - The account with its new credentials
   */
  replace(value: AnyAccount): void {
    this.#value = value;
  }

  /** Notes that its provider was asked for new credentials just now, so that a refusal causes no other refresh. */
  noteRefresh(): void {
    this.#refreshedAt = this.#options.now();
  }

  /**
   * Replaces the credentials that the upstream reported as expired, unless another call has done so already.
   *
   * @param used - The account that signed the refused attempt
   * @param context - Context of the request
   * @returns Whether there are other credentials now
   * @throws Any error of the refresh
   */
  async refresh(used: AnyAccount, context: Context): Promise<boolean> {
    if (used !== this.#value) return true;
    if (this.#refresh === undefined) {
      if (this.#options.now() - this.#refreshedAt < refreshCooldownMs) return false;
      this.#refresh = this.#refreshNow(context).finally(() => {
        this.#refresh = undefined;
      });
    }
    return await this.#refresh;
  }

  async #refreshNow(context: Context): Promise<boolean> {
    const { kind, refresh } = this.#options;
    const before = this.#value;
    const after = kind?.refresh === undefined ? await refresh?.(before) : await kind.refresh(before, context);
    if (after === undefined) return false;
    this.#value = after;
    this.noteRefresh();
    return true;
  }
}

/**
 * Lists the secrets of an account.
 *
 * @param value - An account, or a member of one
 * @returns Every wrapped secret in it, at any depth, in plain text
 */
export function secretsIn(value: unknown): readonly string[] {
  if (value instanceof Secret) return [value.reveal()];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((member) => secretsIn(member));
}
