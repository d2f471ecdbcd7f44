import { publicSentencesOf } from "./public-sentence.js";

const page = "Connector Service Interface";

/** The document "Connector Service Interface", sentence by sentence. */
export const interfaceSentences = [
  ...publicSentencesOf("interface", `${page}, What the service does`, [
    ["rest", "The platform talks to a connector over a REST API that is the same for every connector"],
    ["technology", "The technology a connector is built with is free", "it forbids nothing"],
    [
      "operations",
      "A connector exposes schema and application information, data, and the validation of accounts",
    ],
    ["optional", "Options for filter fields, a logo and account setup through OAuth are optional"],
    ["two-steps", "OAuth has two steps: a redirect address, then the values the third party returned"],
    ["before-use", "Before each use of an account the platform validates the stored account data"],
  ]),
  ...publicSentencesOf("interface", `${page}, Fields used in the OAuth exchanges`, [
    ["callback-uri", "callback_uri is where the person is sent back to after signing in at the third party"],
    [
      "redirect-uri",
      "redirect_uri is a URL and required in the answer to the start; other members may join it",
    ],
    ["fields", "The exchange of a code takes fields.callback_uri and code"],
    ["access-token", "access_token is a text that the exchange of a code returns"],
    ["refresh-token", "refresh_token is optional and used to obtain a new access token"],
    ["expires-on", "expires_on is optional, an ISO 8601 timestamp in UTC with milliseconds"],
  ]),
  ...publicSentencesOf("interface", `${page}, Account identifiers`, [
    ["oauth1-id", "The account identifier of OAuth version 1 is oauth"],
    ["oauth2-id", "The account identifier of OAuth version 2 is oauth2"],
  ]),
  ...publicSentencesOf("interface", `${page}, States and transitions`, [
    ["sent-back", "The third party redirects the person to callback_uri"],
    ["finish-or-error", "The connector validates the account; on failure it raises an error"],
  ]),
  ...publicSentencesOf("interface", `${page}, Endpoints`, [
    ["get", "GET / is required and returns application and schema information"],
    ["post", "POST / is required and gathers data"],
    ["validate", "POST /validate is required, validates an account and returns the account data"],
    ["validate-refresh", "When the account uses refresh tokens, POST /validate refreshes them"],
    ["datalist", "POST /datalist gathers the possible options of filter fields"],
    ["logo", "GET /logo returns image/svg+xml"],
    ["oauth1", "GET /oauth1 starts OAuth version 1 and returns a JSON object with redirect_uri"],
    ["oauth1-finish", "POST /oauth1 finalizes OAuth version 1, validates the account and returns it"],
    ["oauth2", "GET /oauth2 starts OAuth version 2 and returns a JSON object with redirect_uri"],
    ["oauth2-finish", "POST /oauth2 finalizes OAuth version 2, validates the account and returns it"],
    [
      "access-token-path",
      "POST /oauth2/v1/access_token exchanges the code, validates the account and returns it",
    ],
  ]),
  ...publicSentencesOf("interface", `${page}, Rules`, [
    ["one-argument", "GET /oauth1 and GET /oauth2 take callback_uri as their only query argument"],
    ["same-path", "Replies of the third party are posted to the same path as the start"],
    ["new-pair", "The answer of POST /validate carries the new token and the new refresh token"],
    ["statuses", "Status codes are not shown", "it asks for nothing"],
  ]),
  ...publicSentencesOf("interface", `${page}, Authentication`, [
    ["about-to-expire", "POST /validate refreshes a token that is expired or about to expire"],
  ]),
];
