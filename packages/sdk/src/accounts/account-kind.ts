import type { Context } from "../context/context.js";
import type { Fields, ValuesOf } from "../fields/field.js";
import type { AuthorizeContext, OutgoingRequest } from "../http/outgoing-request.js";
import type { OAuth1Definition } from "../oauth/oauth1-definition.js";
import type { OAuth2Definition } from "../oauth2/oauth2-definition.js";
import type { AnyAccount } from "../values/any-account.js";

/** One way of connecting an account. Created by `none`, `token`, `basic`, `fields`, `oauth1` or `oauth2`. */
export interface AccountKind<Form extends Fields = Fields> {
  /** Name of the account kind in the platform's list. */
  readonly name: string;
  /** Sentence below the name. */
  readonly description: string;
  /** Form that the person fills in. */
  readonly fields: Form;
  /**
   * Targets that accounts of this kind may reach: names such as `api.example.com` and `*.example.com:443`, and blocks
   * such as `10.1.0.0/16:5432`. The list can narrow the targets that the operator permits but never widen them.
   * Default: all targets that the operator permits.
   */
  readonly reach?: readonly string[];
  /**
   * Adds the credentials of an account to a request. Called for every attempt, but only for the origins that the
   * connector's `http` names. Default: requests of OAuth accounts carry their token, others no credentials.
   */
  authorize?(
    request: OutgoingRequest,
    account: ValuesOf<Form>,
    context: AuthorizeContext,
  ): void | Promise<void>;
  /**
   * Gets new credentials after the upstream rejected these as expired; returns `undefined` when that is impossible.
   * Within one request, it is called at most once per upstream call and, after a refresh, not again for a minute.
   * Default: the service refreshes OAuth 2 accounts; accounts of other kinds cannot be refreshed.
   */
  refresh?(account: AnyAccount, context: Context): Promise<AnyAccount | undefined>;
  /** Provider of an OAuth 1 account; set only on the kind whose id is `oauth`. */
  readonly oauth1?: OAuth1Definition;
  /** Provider of an OAuth 2 account; set only on the kind whose id is `oauth2`. */
  readonly oauth2?: OAuth2Definition;
}

/** Account kinds by id. */
export type AccountKinds = Readonly<Record<string, AccountKind>>;

/** The account of a request: the id of its kind, and the values of that kind's form. */
export type AccountOf<Kinds extends AccountKinds> = {
  [Id in keyof Kinds & string]: { readonly kind: Id } & ValuesOf<Kinds[Id]["fields"]>;
}[keyof Kinds & string];
