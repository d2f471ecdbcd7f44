import type { AnyAccount, Context } from "../context/context.js";
import type { Fields, ValuesOf } from "../fields/field.js";
import type { Http } from "../http/http.js";
import type { OutgoingRequest } from "../http/outgoing-request.js";
import type { OAuth1Flow } from "../oauth1/oauth1-flow.js";
import type { OAuth2Flow } from "../oauth2/oauth2-flow.js";

/** What `authorize` may use. */
export interface AuthorizeContext {
  /** Client without credentials, for kinds that must ask the upstream for some. */
  readonly http: Http;
  /** Variables of the deployment, for kinds that sign with a secret of the service as well. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** One way of connecting an account. Made by `none`, `token`, `basic`, `fields`, `oauth1` or `oauth2`. */
export interface AccountKind<Form extends Fields = Fields> {
  /** Name the person chooses it by. */
  readonly name: string;
  /** Sentence below the name. */
  readonly description: string;
  /** What the person fills in. */
  readonly fields: Form;
  /**
   * Targets that accounts of this kind may reach, of those that the operator permits: names such as `api.example.com` and
   * `*.example.com:443`, and blocks such as `10.1.0.0/16:5432`. It can narrow what the operator permits and never widen it.
   * Default: all that the operator permits.
   */
  readonly reach?: readonly string[];
  /**
   * Adds the credentials of an account to a request. Called for every attempt, and only for the origins that the
   * connector's `http` names. Default: requests carry no credentials.
   */
  authorize?(
    request: OutgoingRequest,
    account: ValuesOf<Form>,
    context: AuthorizeContext,
  ): void | Promise<void>;
  /**
   * Gets fresh credentials after the upstream called these stale; `undefined` when that is impossible. Called at
   * most once per call and once a minute. Default: the service does it for OAuth 2, for other kinds it is impossible.
   */
  renew?(account: AnyAccount, context: Context): Promise<AnyAccount | undefined>;
  /** Life of an OAuth 1 account; present exactly on the kind whose id is `oauth`. */
  readonly oauth1?: OAuth1Flow;
  /** Life of an OAuth 2 account; present exactly on the kind whose id is `oauth2`. */
  readonly oauth2?: OAuth2Flow;
}

/** Account kinds by id. */
export type AccountKinds = Readonly<Record<string, AccountKind>>;

/** The account of a request: its kind, and the values of that kind's form. */
export type AccountOf<Kinds extends AccountKinds> = {
  [Id in keyof Kinds & string]: { readonly kind: Id } & ValuesOf<Kinds[Id]["fields"]>;
}[keyof Kinds & string];
