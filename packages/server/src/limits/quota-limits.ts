import type { Limits } from "./limits.js";

/** Whose use of the service has maximums of its own. */
export type QuotaHolder = "address" | "caller" | "account" | "connector";

/** What a holder may use only a part of. */
export type QuotaResource = "requests" | "streams";

/** The limit of each resource of each holder, in the order in which they are checked. */
export const quotaLimits = {
  address: { requests: "maxRequestsPerAddress", streams: "maxStreamsPerAddress" },
  caller: { requests: "maxRequestsPerCaller", streams: "maxStreamsPerCaller" },
  account: { requests: "maxRequestsPerAccount", streams: "maxStreamsPerAccount" },
  connector: { requests: "maxRequestsPerConnector", streams: "maxStreamsPerConnector" },
} as const satisfies Readonly<Record<QuotaHolder, Readonly<Record<QuotaResource, keyof Limits>>>>;

/** Name of a limit of what one holder has in progress. */
export type QuotaLimit = (typeof quotaLimits)[QuotaHolder][QuotaResource];

/** The limits of bytes per second. */
export const rateLimits = {
  caller: "maxBytesPerSecondPerCaller",
  account: "maxBytesPerSecondPerAccount",
  connector: "maxBytesPerSecondPerConnector",
} as const satisfies Readonly<Partial<Record<QuotaHolder, keyof Limits>>>;

/** Whose bytes per second are limited. */
export type RateHolder = keyof typeof rateLimits;

/** Name of a limit of bytes per second. */
export type RateLimit = (typeof rateLimits)[RateHolder];

/** The limits of what each holder uses. A running service can change them. */
export type QuotaMaximums = Pick<Limits, QuotaLimit | RateLimit>;

/** Holders whose limits can differ between connectors. */
type OfConnector = "account" | "connector";

/** The limits that a connector can have for itself. */
export type ConnectorLimits = Pick<
  Limits,
  (typeof quotaLimits)[OfConnector][QuotaResource] | (typeof rateLimits)[OfConnector]
>;

/** Names of the limits that a running service can change. */
export const quotaLimitNames: readonly (keyof QuotaMaximums)[] = [
  ...Object.values(quotaLimits).flatMap((limits) => Object.values(limits)),
  ...Object.values(rateLimits),
];

/** Names of the limits that a connector can have for itself. */
export const connectorLimitNames: readonly (keyof ConnectorLimits)[] = [
  ...Object.values(quotaLimits.account),
  ...Object.values(quotaLimits.connector),
  rateLimits.account,
  rateLimits.connector,
];

/** Values of the limits that limit nothing. */
export const noQuotas: QuotaMaximums = {
  maxRequestsPerAddress: 0,
  maxStreamsPerAddress: 0,
  maxRequestsPerCaller: 0,
  maxStreamsPerCaller: 0,
  maxRequestsPerAccount: 0,
  maxStreamsPerAccount: 0,
  maxRequestsPerConnector: 0,
  maxStreamsPerConnector: 0,
  maxBytesPerSecondPerCaller: 0,
  maxBytesPerSecondPerAccount: 0,
  maxBytesPerSecondPerConnector: 0,
};
