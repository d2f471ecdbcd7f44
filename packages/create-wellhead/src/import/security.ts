import type { Members } from "../openapi/members.js";

/** A token after `Bearer`, as OpenAPI describes it. */
export const bearer: Members = { type: "http", scheme: "bearer" };

/**
 * Returns whether a header or an argument usually has a credential.
 *
 * @param name - Its name
 * @returns Whether it has
 */
export function isSecretName(name: string): boolean {
  return /^(?:x-)?(?:api[-_]?key|access[-_]?token|auth[-_]?token|token|key|apikey|app[-_]?id|appid|secret)$/i.test(
    name,
  );
}

/**
 * Returns whether a header usually has a token that somebody got by signing in.
 *
 * @param name - Its name in lower case
 * @returns Whether it has
 */
export function isSessionHeader(name: string): boolean {
  return (
    /session|token|api-?key|(?:^|-)auth/.test(name) && !/csrf|xsrf|^authorization$|^www-|^proxy-/.test(name)
  );
}
