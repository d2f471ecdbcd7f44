import type { Context } from "../context/context.js";
import type { WithWritingHttp } from "../http/http.js";
import type { AnyAccount } from "../values/any-account.js";

/** An argument of an action, which the person fills in. Its value is text. */
export interface ActionArgument {
  /** Label. Default: the key of the argument in words. */
  readonly title?: string;
  /** Sentence below the label. Default: none. */
  readonly description?: string;
  /** Whether the text may have several lines. Default: `false`. */
  readonly multiline?: boolean;
  /** Whether the platform may fill in values of its own where the text names them. Default: `false`. */
  readonly templates?: boolean;
  /** Whether it may be left empty; its value is then `undefined`. Default: `false`. */
  readonly optional?: boolean;
}

/** Arguments by id, in display order. */
export type ActionArguments = Readonly<Record<string, ActionArgument>>;

/** Values of the arguments by id. */
export type ArgumentValues<Args extends ActionArguments> = {
  readonly [Id in keyof Args]: Args[Id] extends { readonly optional: true } ? string | undefined : string;
};

/** Argument of `run`. */
export interface ActionContext<Account, Args extends ActionArguments> extends Context<Account> {
  readonly args: ArgumentValues<Args>;
}

/** Members of an action that do not depend on its arguments. */
export interface ActionMembers {
  /** Display name. */
  readonly name: string;
  /** What it does, in one sentence. Default: none. */
  readonly description?: string;
  /**
   * Whether running it twice has the same effect as running it once. Only then is the platform asked to try later when it
   * is unknown whether the action was done. Default: `false`.
   */
  readonly idempotent?: boolean;
}

/** An action as its author writes it. */
export interface ActionDefinition<Account, Args extends ActionArguments> extends ActionMembers {
  /** Arguments. Default: none. */
  readonly args?: Args;
  /** Runs it. An error it throws is reported to the person. */
  run(context: WithWritingHttp<ActionContext<Account, Args>>): Promise<void>;
}

/** Argument of `run`, whichever arguments the action has. */
interface ErasedContext extends Context<AnyAccount> {
  readonly args: Readonly<Record<string, string | undefined>>;
}

/** An action as the server uses it. Created by the `action` function that `defineConnector` passes. */
export interface Action extends ActionMembers {
  readonly args: ActionArguments;
  /** Runs it. */
  run(context: WithWritingHttp<ErasedContext>): Promise<void>;
}

/** Creates an action, inferring the values of its arguments. */
export type MakeAction<Account> = <const Args extends ActionArguments = Record<never, never>>(
  definition: ActionDefinition<Account, Args>,
) => Action;

/** Actions by id, in the order they are listed. */
export type Actions = Readonly<Record<string, Action>>;
