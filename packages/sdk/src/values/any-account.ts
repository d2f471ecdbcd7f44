/** An account before its kind is known: the kind and its members, with secrets wrapped. */
export type AnyAccount = { readonly kind: string } & Readonly<Record<string, unknown>>;
