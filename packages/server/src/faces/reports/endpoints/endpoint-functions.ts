import type { Answer } from "../../../answer/answer.js";
import type { RouteName } from "../../../route/route.js";
import type { RequestScope } from "../../../scope/request-scope.js";
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
  type ReceivedRequest,
} from "../requests/requests.js";
import { application } from "./application.js";
import { data } from "./data.js";
import { datalist } from "./datalist.js";
import { logo } from "./logo.js";
import { oauth1Finish } from "./oauth1-finish.js";
import { oauth1Start } from "./oauth1-start.js";
import { oauth2Finish } from "./oauth2-finish.js";
import { oauth2Start } from "./oauth2-start.js";
import { openapi } from "./openapi.js";
import { schema } from "./schema.js";
import { timezone } from "./timezone.js";
import { validate } from "./validate.js";
import { validateFilter } from "./validate-filter.js";

/** Handles the requests of one endpoint, independent of the HTTP server. */
export type EndpointFunction = (received: ReceivedRequest, scope: RequestScope) => Answer | Promise<Answer>;

/** Parses the request once, then calls the endpoint with it. */
function endpoint<Request>(
  parse: (received: ReceivedRequest) => Request,
  handle: (request: Request, scope: RequestScope) => Answer | Promise<Answer>,
): EndpointFunction {
  return (received, scope) => handle(parse(received), scope);
}

const startOAuth1 = endpoint(parseCallback, oauth1Start);
const finishOAuth1 = endpoint(parseFinishRequest, oauth1Finish);
const startOAuth2 = endpoint(parseSignInRequest, oauth2Start);
const finishOAuth2 = endpoint(parseFinishRequest, oauth2Finish);

/** The function of each endpoint. */
export const endpointFunctions: Readonly<Record<RouteName, EndpointFunction>> = {
  application: endpoint(parseCachedRequest, application),
  validate: endpoint(parseValidateRequest, validate),
  data: endpoint(parseDataRequest, data),
  datalist: endpoint(parseOptionsRequest, datalist),
  logo: endpoint(parseCachedRequest, logo),
  schema: endpoint(parseSourceRequest, schema),
  validateFilter: endpoint(parseSourceRequest, validateFilter),
  timezone: endpoint(parseAccountRequest, timezone),
  oauth1Start: startOAuth1,
  oauth1StartV2: startOAuth1,
  oauth1Finish: finishOAuth1,
  oauth1FinishV2: finishOAuth1,
  oauth2Start: startOAuth2,
  oauth2StartV2: startOAuth2,
  oauth2Finish: finishOAuth2,
  oauth2FinishV2: finishOAuth2,
  openapi: (_received, scope) => openapi(scope),
};
