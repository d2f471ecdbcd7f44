import type { AccountKind, AnyAccount, Http, HttpDefinition, OutgoingRequest } from "@wellhead/sdk";
import { lowerCase } from "./call-plan.js";

/** Options of {@link signRequest}. */
export interface SignRequestOptions {
  readonly definition: HttpDefinition | undefined;
  readonly authorize: AccountKind["authorize"] | undefined;
  readonly account: AnyAccount;
  readonly baseUrl: URL | undefined;
  readonly plain: (() => Http) | undefined;
  /** Variables of the deployment. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * Reports whether credentials of an account may be sent to an origin.
 *
 * @param origin - Origin of a request
 * @param options - Definition and base URL
 * @returns Whether requests to it are signed
 */
export function isTrusted(
  origin: string,
  { definition, baseUrl }: Pick<SignRequestOptions, "definition" | "baseUrl">,
): boolean {
  return origin === baseUrl?.origin || definition?.trustedOrigins?.includes(origin) === true;
}

/**
 * Adds the definition's headers and the account's credentials to a request, if its origin may receive them; any other
 * request is unchanged.
 *
 * @param request - The request, changed in place
 * @param options - Definition and account
 * @throws TypeError when an account kind changes the origin of the request
 */
export async function signRequest(request: OutgoingRequest, options: SignRequestOptions): Promise<void> {
  const { definition, authorize, account, plain, variables } = options;
  const { origin } = request.url;
  if (!isTrusted(origin, options)) return;
  for (const [name, value] of Object.entries(lowerCase(definition?.headers ?? {}))) {
    request.headers[name] ??= value;
  }
  if (plain === undefined) return;
  const context = { http: plain(), variables };
  await definition?.authorize?.(request, context);
  await authorize?.(request, account, context);
  if (request.url.origin !== origin) {
    throw new TypeError(
      `Could not sign a request: signing must not change its origin, and changed it from "${request.url.origin}".`,
    );
  }
}
