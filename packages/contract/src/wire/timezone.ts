import { type Static, Type } from "typebox";

/** Body of POST /timezone. */
export const timezoneRequest = Type.Object(
  { account: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])) },
  {
    title: "TimezoneRequest",
    examples: [{ account: { auth: "none" } }, {}],
    antiExamples: [{ value: { account: "me" }, reason: "account is an object" }],
  },
);

/** Body of POST /timezone. */
export type TimezoneRequest = Static<typeof timezoneRequest>;

/**
 * Response of POST /timezone: the account's offset from UTC.
 *
 * @see The connector contract, "Optional v2 endpoints"
 */
export const timezoneResponse = Type.Object(
  { timeZone: Type.String({ pattern: "^[+-][0-9]{2}:[0-9]{2}$" }) },
  {
    title: "TimezoneResponse",
    examples: [{ timeZone: "+05:00" }],
    antiExamples: [{ value: { timeZone: "Europe/Berlin" }, reason: "the platform understands offsets only" }],
  },
);

/** Response of POST /timezone. */
export type TimezoneResponse = Static<typeof timezoneResponse>;
