/** An account before its kind is known: the kind and its members, with secrets wrapped. */
export type AnyAccount = { readonly kind: string } & Readonly<Record<string, unknown>>;

/**
 * The account if its kinds are known, otherwise any account. A function that makes sources for all connectors does not
 * know them.
 */
export type KnownAccount<Account> = Account extends AnyAccount ? Account : AnyAccount;
