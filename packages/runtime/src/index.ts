export { ByteStore } from "./bytes/byte-store.js";
export { type OpenHttpOptions, openHttp } from "./client/open-http.js";
export { isEgressRefused, type PinnedTarget } from "./egress/address-policy.js";
export { type ConnectPinnedOptions, connectPinned } from "./egress/connect-pinned.js";
export {
  configureEgress,
  type DialOptions,
  dial,
  Egress,
  type EgressOptions,
  processEgress,
  type ResolveHost,
  withEgress,
} from "./egress/egress.js";
export type { HttpLayer, LayerReply, LayerRequest, SendOverNetwork } from "./egress/http-layer.js";
export { openConnectionCount } from "./egress/open-connections.js";
export { CurrentAccount, type CurrentAccountOptions } from "./http/current-account.js";
export { type HttpEnvironment, inspectUpstreamCalls, makeHttpEnvironment } from "./http/http-environment.js";
export { RetryBudget } from "./http/retry-budget.js";
export { checkCallback, parseCallbacks } from "./oauth/check-callback.js";
export { DeploymentSecret, seal, sealSame, unseal } from "./oauth/deployment-secret.js";
export type { AccountMembers, OAuth2Finish, OAuth2Start, OAuthContext } from "./oauth/oauth-environment.js";
export {
  type OAuthEnvironment,
  type OAuthSettings,
  oauthEnvironment,
  type StoreEvent,
} from "./oauth/oauth-environment.js";
export { type OAuth1Begun, type OAuth1Finish, OAuth1Flow } from "./oauth1/oauth1-flow.js";
export { type OAuth2Facts, OAuth2Flow } from "./oauth2/oauth2-flow.js";
export { RefreshCoordinator, type RefreshTimes } from "./refresh/refresh-coordinator.js";
export { type RefreshOutcome, refreshOutcomes } from "./refresh/refresh-request.js";
export {
  accountNameOf,
  type RefreshContext,
  refreshTokens,
  refreshTokensIfDue,
} from "./refresh/refresh-tokens.js";
export {
  type CacheEvent,
  CacheStore,
  type CacheStoreOptions,
  configureStore,
  processStore,
} from "./store/cache-store.js";
export { MemoryStore, type MemoryStoreOptions } from "./store/memory-store.js";
export { type OpenRedisStoreOptions, openRedisStore } from "./store/open-redis-store.js";
export { type RedisClient, RedisStore } from "./store/redis-store.js";
export type { LeaseOptions, Replacement, Store } from "./store/store.js";
export {
  currentSpan,
  errorType,
  type Span,
  type SpanAttributes,
  type SpanStart,
  traced,
  tracedSync,
  withSpan,
} from "./trace/span.js";
