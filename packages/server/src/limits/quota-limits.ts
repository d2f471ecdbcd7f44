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

/** Name of a limit of what one holder uses. A running service can change it. */
export type QuotaLimit = (typeof quotaLimits)[QuotaHolder][QuotaResource];

/** The limits of what each holder uses. */
export type QuotaMaximums = Pick<Limits, QuotaLimit>;

/** The limits that a connector can have for itself. */
export type ConnectorLimits = Pick<Limits, (typeof quotaLimits)["account" | "connector"][QuotaResource]>;

/** Names of the limits that a running service can change. */
export const quotaLimitNames: readonly QuotaLimit[] = Object.values(quotaLimits).flatMap((limits) =>
  Object.values(limits),
);

/** Names of the limits that a connector can have for itself. */
export const connectorLimitNames: readonly (keyof ConnectorLimits)[] = [
  ...Object.values(quotaLimits.account),
  ...Object.values(quotaLimits.connector),
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
};
