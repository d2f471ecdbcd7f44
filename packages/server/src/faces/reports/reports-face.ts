import { aliases, type EndpointName, emitAlias, endpointFacts } from "@wellhead/contract/vocabulary";
import type { ErrorFacts } from "../../request/answer.js";
import { type Endpoint, type Face, parsed } from "../../request/faces.js";
import { timezone, validate } from "./endpoints/account.js";
import { application, logo, offers, openapi } from "./endpoints/description.js";
import { oauth1Finish, oauth1Start, oauth2Finish, oauth2Start } from "./endpoints/sign-in.js";
import { data, datalist, schema, validateFilter } from "./endpoints/source.js";
import {
  parseAccountRequest,
  parseCachedRequest,
  parseCallback,
  parseDataRequest,
  parseFinishRequest,
  parseOptionsRequest,
  parseSignInRequest,
  parseSourceRequest,
  parseValidateRequest,
} from "./wire/requests.js";

const startOAuth1 = parsed(parseCallback, oauth1Start);
const finishOAuth1 = parsed(parseFinishRequest, oauth1Finish);
const startOAuth2 = parsed(parseSignInRequest, oauth2Start);
const finishOAuth2 = parsed(parseFinishRequest, oauth2Finish);

const handlers: Readonly<Record<EndpointName, Endpoint["handle"]>> = {
  application: parsed(parseCachedRequest, application),
  validate: parsed(parseValidateRequest, validate),
  data: parsed(parseDataRequest, data),
  datalist: parsed(parseOptionsRequest, datalist),
  logo: parsed(parseCachedRequest, logo),
  schema: parsed(parseSourceRequest, schema),
  validateFilter: parsed(parseSourceRequest, validateFilter),
  timezone: parsed(parseAccountRequest, timezone),
  oauth1Start: startOAuth1,
  oauth1StartV2: startOAuth1,
  oauth1Finish: finishOAuth1,
  oauth1FinishV2: finishOAuth1,
  oauth2Start: startOAuth2,
  oauth2StartV2: startOAuth2,
  oauth2Finish: finishOAuth2,
  oauth2FinishV2: finishOAuth2,
};

/** Endpoints of the contract, which are named after it. */
const contractEndpoints = Object.keys(endpointFacts)
  .filter((name): name is EndpointName => Object.hasOwn(endpointFacts, name))
  .map((name): Endpoint => {
    const { method, path } = endpointFacts[name];
    return {
      name,
      method,
      path,
      streamsRows: name === "data",
      signIn: signInOf(name),
      isOfferedBy: (connector) => offers(connector, name),
      handle: handlers[name],
    };
  });

function signInOf(name: EndpointName): Endpoint["signIn"] {
  if (!name.startsWith("oauth")) return undefined;
  return name.includes("Start") ? "start" : "finish";
}

const openApiEndpoint: Endpoint = {
  name: "openapi",
  method: "GET",
  path: "/openapi.json",
  streamsRows: false,
  isOfferedBy: () => true,
  handle: (_received, scope) => openapi(scope),
};

const signInEnds: ReadonlySet<string | undefined> = new Set(
  contractEndpoints.filter(({ signIn }) => signIn === "finish").map(({ name }) => name),
);

/**
 * The wire format of both generations that read rows for reports.
 *
 * @see The connector contract
 */
export const reportsFace: Face = {
  prefix: "",
  endpoints: [...contractEndpoints, openApiEndpoint],
  accountOf: (endpoint, received) => {
    if (endpoint === "validate") return parseValidateRequest(received).account;
    return endpoint === "datalist" ? parseOptionsRequest(received).account : parseAccountRequest(received);
  },
  errorBody,
};

/** Builds the error body that all endpoints share. */
function errorBody({
  message,
  code,
  status,
  field,
  retryAfter,
  requestId,
  endpoint: name,
}: ErrorFacts): object {
  return {
    ...emitAlias(aliases.errorText, message),
    // First-generation platforms read the error of a sign-in from `errors`.
    ...(signInEnds.has(name) && { errors: message }),
    code,
    status,
    ...(field !== undefined && { field }),
    ...(retryAfter !== undefined && { retryAfter, tryLater: true }),
    requestId,
  };
}
