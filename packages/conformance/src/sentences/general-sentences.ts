import { sentencesOf } from "./contract-sentence.js";

/** Sentences on general rules and on refusals. */
export const generalSentences = [
  ...sentencesOf("General rules", [
    ["general.both-generations", "One connector serves platforms of both public generations at once"],
    [
      "general.json",
      "Bodies are JSON in UTF-8 with the right Content-Type, rows in other formats and the logo excepted",
    ],
    ["general.unknown-ignored", "Unknown members and query arguments are ignored"],
    ["general.trailing-slash", "Every path answers with and without one trailing slash"],
    [
      "general.base-path",
      "A connector lives at a base address of its own, alone or as one of many",
      "the suite is given the base address; every check already runs below it",
    ],
    ["general.correlation", "x-correlationid and x-request-id come back; one is made when none arrives"],
    ["general.logged", "The correlation id is in the log", "a log cannot be read over the interface"],
    ["general.no-store", "Everything but the logo says Cache-Control: no-store"],
    [
      "alias.account-kind",
      "The kind of an account is read from auth or identifier, and may be absent when there is one kind",
    ],
    ["alias.label", "The label of a field is emitted as title and as name"],
    ["alias.obligation", "A field emits optional and required with opposite values"],
    ["alias.site", "The web site is emitted as site and as website"],
    ["alias.error-text", "The text of an error response is emitted as error and as message"],
    ["alias.option", "An option is emitted with title, name and value"],
    ["alias.expiry", "An expiry is emitted as expires_on and expire_on, ISO 8601 in UTC with milliseconds"],
    ["alias.several-values", "Several values are read from an array and from text joined with commas"],
    ["alias.static-options", "Static options are emitted as data, choices and options"],
    ["alias.open-end", "An end of a range is open when its key is absent, null or empty text"],
  ]),
  ...sentencesOf("Errors", [
    [
      "errors.shape",
      "Every error response has error, message, code, status and requestId, and field, retryAfter, tryLater where they apply",
    ],
    [
      "errors.text-safe",
      "The text of an error response holds no stack, no upstream body, no header and no secret",
    ],
    ["errors.400", "400: something is missing or malformed, or the source, field or kind is unknown"],
    ["errors.401", "401: the account is wrong, its grant has ended, or a code was refused"],
    ["errors.500", "500 is a fault of the connector's own, never the answer to bad input"],
    ["errors.404", "404: the path or the connector is unknown"],
    ["errors.405", "405 with Allow: the path exists under another method"],
    ["errors.413", "413: the body is too large"],
    ["errors.415", "415: the body is not JSON or is compressed"],
    ["errors.429", "429 and 503 carry Retry-After"],
    ["errors.502", "502: the upstream broke its own rules"],
    ["errors.503", "503 with Retry-After: draining, overloaded, or the upstream is down"],
    [
      "errors.504",
      "504: the upstream was too slow",
      "the suite's provider would have to be slower than any limit a connector may choose",
    ],
    ["errors.codes", "Codes come from one published list, each with its status"],
  ]),
  ...sentencesOf("Public documents", [
    ["public.sources", "A connector for reports has at least one source"],
    ["public.stable", "The same request returns the same response while nothing changes"],
    ["public.https", "Every endpoint is reached over HTTPS, because accounts travel in bodies"],
    [
      "public.hygiene",
      "Answers carry no cookies, no permission for foreign sites and no hints at the software",
    ],
    ["public.compatible", "A new version keeps what stored accounts and saved reports depend on"],
  ]),
];
