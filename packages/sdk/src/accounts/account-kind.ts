import type { Fields, ValuesOf } from "../fields/field.js";

/** One way of connecting an account. Made by `none`, `token`, `basic` or `fields`. */
export interface AccountKind<Form extends Fields = Fields> {
  /** Name the person chooses it by. */
  readonly name: string;
  /** Sentence below the name. */
  readonly description: string;
  /** What the person fills in. */
  readonly fields: Form;
}

/** Account kinds by id. */
export type AccountKinds = Readonly<Record<string, AccountKind>>;

/** The account of a request: its kind, and the values of that kind's form. */
export type AccountOf<Kinds extends AccountKinds> = {
  [Id in keyof Kinds & string]: { readonly kind: Id } & ValuesOf<Kinds[Id]["fields"]>;
}[keyof Kinds & string];
