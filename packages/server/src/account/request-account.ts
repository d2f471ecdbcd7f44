import { type AccountMembers, CurrentAccount } from "@wellhead/runtime";
import type { AccountKind, AnyAccount } from "@wellhead/sdk";
import type { JsonObject } from "../request/json-object.js";
import type { RequestScope } from "../scope/request-scope.js";
import type { FoundAccountKind } from "./find-account-kind.js";
import { readMembers } from "./read-members.js";
import { refreshRefused } from "./refresh-account.js";
import { secretTexts } from "./secret-texts.js";

/** The account of a request, with its kind. It changes only when its tokens are refreshed during the request. */
export class RequestAccount {
  /** Id of its kind. */
  readonly id: string;
  readonly kind: AccountKind;
  /** The account as the HTTP clients of the request share it. */
  readonly current: CurrentAccount;
  #members: JsonObject;
  #changed: AccountMembers | undefined;

  /**
   * Reads an account and registers its secrets.
   *
   * @param found - Its kind
   * @param members - Its members as the platform sent them
   * @param scope - The request
   * @throws ConnectorError `missing_field` or `invalid_field`, with the id of the field
   */
  constructor({ id, kind }: FoundAccountKind, members: JsonObject, scope: RequestScope) {
    this.id = id;
    this.kind = kind;
    this.#members = members;
    this.current = new CurrentAccount({
      account: readMembers({ id, kind }, members, scope),
      kind,
      refresh: (refused) => refreshRefused(this, refused, scope),
      now: () => scope.service.now().getTime(),
    });
  }

  /** Its members as the platform sent them, with new tokens in place of the old ones. */
  get members(): JsonObject {
    return this.#members;
  }

  /** The account as callbacks of the connector receive it. */
  get value(): AnyAccount {
    return this.current.value;
  }

  /** The members that refreshes have changed, as the platform stores them; `undefined` when there were none. */
  get changed(): AccountMembers | undefined {
    return this.#changed;
  }

  /**
   * Replaces members after a refresh.
   *
   * @param members - All members before the refresh
   * @param changed - The members that the refresh changed
   * @param scope - The request
   */
  update(members: JsonObject, changed: AccountMembers, scope: RequestScope): void {
    for (const text of secretTexts(this.kind.fields, changed)) scope.log.keepSecret(text);
    this.#members = { ...members, ...changed };
    this.current.replace(readMembers(this, this.#members, scope));
    this.#changed = { ...this.#changed, ...changed };
  }
}
