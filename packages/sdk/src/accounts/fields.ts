import type { Fields, ValuesOf } from "../fields/field.js";
import type { AuthorizeContext, OutgoingRequest } from "../http/outgoing-request.js";
import type { AnyAccount } from "../values/any-account.js";
import type { AccountKind } from "./account-kind.js";

/** Options of an account kind with a custom form. */
export interface FieldsOptions<Form extends Fields> {
  /** Name of the account kind in the platform's list. */
  readonly title: string;
  /** Sentence below the name. Default: empty. */
  readonly description?: string;
  /** Form that the person fills in; a `password` field is a secret. */
  readonly fields: Form;
  /** Adds the credentials of an account to a request. Default: requests carry no credentials. */
  readonly authorize?: (
    request: OutgoingRequest,
    account: ValuesOf<Form>,
    context: AuthorizeContext,
  ) => void | Promise<void>;
  /**
   * Drops what `authorize` has cached for an account, such as a session. Called when the upstream refuses the credentials
   * as expired, such as because it ended the session early; the request is then authorized and sent once more. Default:
   * such a refusal is an error, and the person is asked to connect the account again.
   */
  readonly forget?: (account: ValuesOf<Form>) => void;
}

/**
 * Defines an account with a custom form.
 *
 * @param options - Name and fields
 * @returns The account kind; the account has one member per field
 * @example
 * ```ts snippet=examples/sdk/accounts.ts#fields
 * const signed = fields({
 *   title: "Key and shop",
 *   fields: { shop: text({ title: "Shop" }), key: password({ title: "Key" }) },
 *   authorize: ({ headers }, account) => {
 *     headers["x-shop"] = account.shop;
 *     headers["x-key"] = account.key.reveal();
 *   },
 * });
 * ```
 */
export function fields<Form extends Fields>(options: FieldsOptions<Form>): AccountKind<Form> {
  const { title, description = "", fields: form, authorize, forget } = options;
  const refresh = (account: AnyAccount): Promise<AnyAccount> => {
    // The form of this kind has read the account.
    forget?.(account as ValuesOf<Form>);
    // What is cached again belongs to the same account, whose new object counts as new credentials.
    return Promise.resolve({ ...account });
  };
  return {
    name: title,
    description,
    fields: form,
    ...(authorize && { authorize }),
    ...(forget && { refresh }),
  };
}
