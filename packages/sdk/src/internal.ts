// What a runtime needs to run a definition and its author does not. Only @wellhead/runtime and
// @wellhead/server import it.
export { isFileColumn } from "./connector/check-synchronization.js";
export { isColor } from "./connector/definition-fault.js";
export { parseDuration } from "./connector/duration.js";
export { upstreamTooLarge } from "./errors/connector-error.js";
export { defaultHttpLimits } from "./http/http-definition.js";
export { readReset, readRetryHint } from "./http/limit-signs.js";
export { isLoopback } from "./oauth/check-provider-address.js";
export type { ClientSource } from "./oauth/client-source.js";
export { clientAuthenticationMethods } from "./oauth/oauth2-provider.js";
export { oauth2Definition } from "./oauth2/oauth2-definition.js";
export { pathAfter } from "./paging/member-at.js";
export { parseLinks } from "./paging/next-url.js";
export {
  type Address,
  type AddressRule,
  formatAddress,
  parseAddress,
  parseAddressRule,
  parseReachList,
  type ReachRule,
} from "./reach/reach-list.js";
export { parseUrl } from "./values/parse-url.js";
