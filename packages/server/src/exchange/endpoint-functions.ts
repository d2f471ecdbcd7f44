import type { EndpointName } from "@wellhead/contract";
import type { Answer } from "../answer/answer.js";
import { application } from "../endpoints/application.js";
import { data } from "../endpoints/data.js";
import { datalist } from "../endpoints/datalist.js";
import type { EndpointContext, EndpointInput } from "../endpoints/endpoint-context.js";
import { logo } from "../endpoints/logo.js";
import { oauth1Finish } from "../endpoints/oauth1-finish.js";
import { oauth1Start } from "../endpoints/oauth1-start.js";
import { oauth2Finish } from "../endpoints/oauth2-finish.js";
import { oauth2Start } from "../endpoints/oauth2-start.js";
import { openapi } from "../endpoints/openapi.js";
import { schema } from "../endpoints/schema.js";
import { timezone } from "../endpoints/timezone.js";
import { validate } from "../endpoints/validate.js";
import { validateFilter } from "../endpoints/validate-filter.js";
import type { RouteName } from "../route/route.js";

/** Handles the requests of one endpoint, independent of the HTTP server. */
export type EndpointFunction = (input: EndpointInput, context: EndpointContext) => Answer | Promise<Answer>;

/** The function of each endpoint. */
export const endpointFunctions: ReadonlyMap<RouteName, EndpointFunction> = new Map<
  EndpointName | "openapi",
  EndpointFunction
>([
  ["application", application],
  ["validate", validate],
  ["data", data],
  ["datalist", datalist],
  ["logo", logo],
  ["schema", schema],
  ["validateFilter", validateFilter],
  ["timezone", timezone],
  ["oauth1Start", oauth1Start],
  ["oauth1StartV2", oauth1Start],
  ["oauth1Finish", oauth1Finish],
  ["oauth1FinishV2", oauth1Finish],
  ["oauth2Start", oauth2Start],
  ["oauth2StartV2", oauth2Start],
  ["oauth2Finish", oauth2Finish],
  ["oauth2FinishV2", oauth2Finish],
  ["openapi", openapi],
]);
