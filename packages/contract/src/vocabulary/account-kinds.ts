/**
 * Account kind ids with a fixed meaning. Every other id that matches {@link accountKindIdPattern} belongs to the
 * connector.
 *
 * @see The connector contract, GET /, `authentication[]`
 */
export const reservedAccountKinds = {
  /** No account is needed. */
  none: "none",
  /** OAuth version 1.0a; at most one such kind per connector. */
  oauth1: "oauth",
  /** OAuth version 2; at most one such kind per connector. */
  oauth2: "oauth2",
} as const;

/** Regular expression source that every account kind id matches. */
export const accountKindIdPattern = "^[a-z0-9-]+$";

/** Id and title of the single display field of an OAuth account kind. */
export const oauthFieldId = "callback_uri";
