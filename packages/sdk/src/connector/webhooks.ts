import type { Context } from "../context/context.js";
import type { WithWritingHttp } from "../http/http.js";
import type { Row } from "../rows/rows.js";
import type { AnyAccount } from "../values/any-account.js";
import type { RowKey } from "./source.js";

/** A webhook, as the platform keeps it and sends it back. Its members are JSON and hold nothing secret. */
export interface Webhook {
  /** Identifies it. */
  readonly id: string;
  readonly [member: string]: unknown;
}

/** What callbacks of webhooks share. */
export interface WebhookSecrets {
  /**
   * Derives secrets to sign events with from the secret of the deployment, so that nothing has to be stored.
   *
   * @param name - What the secret is for, such as the id of a webhook
   * @returns The secret to register, then those that it replaced, which older webhooks still use
   */
  readonly signingSecrets: (name: string) => readonly string[];
}

/** Argument of `subscribe`. */
export interface SubscribeContext<Account> extends Context<Account>, WebhookSecrets {
  /** Ids of the sources whose changes are wanted. */
  readonly types: readonly string[];
  /** Values of the filter that the sources share. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Address of the platform that the upstream must call; empty if the connector has one address for all events. */
  readonly url: string;
}

/** Argument of `renew`. */
export interface RenewContext<Account> extends SubscribeContext<Account> {
  /** The webhook that was returned before. */
  readonly webhook: Webhook;
}

/** Argument of `unsubscribe`. */
export interface UnsubscribeContext<Account> extends Context<Account> {
  /** The webhook that was returned before. */
  readonly webhook: Webhook;
}

/** An event as the upstream sent it. */
export interface ReceivedEvent {
  /** The body as text, exactly as it was received; this is what the upstream has signed. */
  readonly body: string;
  /** The value of a JSON body; the text itself if it is not JSON. */
  readonly payload: unknown;
  /** Headers and query arguments by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Argument of `verify`, which has no account: anybody may have sent the event. */
export interface VerifyContext extends ReceivedEvent, WebhookSecrets {}

/** Argument of `transform`. */
export interface TransformContext<Account> extends Context<Account>, ReceivedEvent {
  /** Ids of the sources whose changes are wanted. */
  readonly types: readonly string[];
  /** Values of the filter that the sources share. */
  readonly filter: Readonly<Record<string, unknown>>;
}

/** What an event changes in a source. */
export interface SourceChanges {
  /** Rows that are new or different. Default: none. */
  readonly changed?: readonly Row[];
  /** Keys of rows that are gone. Default: none. */
  readonly deleted?: readonly RowKey[];
}

/** What an event changes, by id of the source. An event that is not known changes nothing: `{}`. */
export type EventChanges = Readonly<Record<string, SourceChanges>>;

interface SharedWebhooks<Account> {
  /** Makes a webhook; throws `inputInvalid` where the account cannot have one. */
  subscribe(context: WithWritingHttp<SubscribeContext<Account>>): Promise<Webhook>;
  /**
   * Extends or changes a webhook. Default: it stays as it is if sources, filter, address and the secret of the deployment are
   * the same; otherwise it is replaced.
   */
  renew?(context: WithWritingHttp<RenewContext<Account>>): Promise<Webhook>;
  /** Turns an event into changes of rows. */
  transform(context: WithWritingHttp<TransformContext<Account>>): EventChanges | Promise<EventChanges>;
}

/** Webhooks that the connector registers with the upstream, each with an address of the platform. */
export interface RegisteredWebhooks<Account = AnyAccount> extends SharedWebhooks<Account> {
  readonly setup?: "registered";
  /** Deletes a webhook. A response with status 404 or 410 means that it no longer exists, which is a success. */
  unsubscribe(context: WithWritingHttp<UnsubscribeContext<Account>>): Promise<void>;
  /** Checks the signature of an event and returns the id of its webhook; `undefined` if the event is not genuine. */
  verify(context: VerifyContext): string | undefined | Promise<string | undefined>;
}

/** What is known about an event before it belongs to an account. */
export interface VerifiedEvent {
  /** The tenants that it is about: `workspaceId` of their webhooks. */
  readonly workspaceIds: readonly string[];
  /** What the upstream gets as the answer, such as its challenge. Default: an empty object. */
  readonly reply?: Readonly<Record<string, unknown>>;
}

/** Webhooks that a person sets up once in the upstream, for all accounts. `subscribe` returns `workspaceId` too. */
export interface ManualWebhooks<Account = AnyAccount> extends SharedWebhooks<Account> {
  readonly setup: "manual";
  /** Makes a webhook, which needs no call of the upstream. */
  subscribe(
    context: WithWritingHttp<SubscribeContext<Account>>,
  ): Promise<Webhook & { readonly workspaceId: string }>;
  /** Deletes a webhook. Default: nothing has to be done. */
  unsubscribe?(context: WithWritingHttp<UnsubscribeContext<Account>>): Promise<void>;
  /** Checks the signature of an event; returns `undefined` if the event is not genuine. */
  verify(context: VerifyContext): VerifiedEvent | undefined | Promise<VerifiedEvent | undefined>;
}

/** How changes reach the platform at once. */
export type Webhooks<Account = AnyAccount> = RegisteredWebhooks<Account> | ManualWebhooks<Account>;
