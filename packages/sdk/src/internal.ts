// What a runtime needs to run a definition and its author does not. Only @wellhead/runtime imports it.
export { upstreamTooLarge } from "./errors/upstream-errors.js";
export { defaultHttpLimits } from "./http/http-limits.js";
export { readReset, readRetryHint } from "./http/retry-hint.js";
export { isLoopback } from "./oauth/check-provider-address.js";
export type { ClientSource } from "./oauth/client-source.js";
export { oauth2Definition } from "./oauth2/oauth2-definition.js";
export { clientAuthenticationMethods } from "./oauth2/oauth2-provider.js";
export { parseUrl } from "./parse-url.js";
export { type Address, formatAddress, parseAddress } from "./reach/address.js";
export { type AddressRule, parseAddressRule } from "./reach/address-rule.js";
export { parseReachList, type ReachRule } from "./reach/reach-list.js";
