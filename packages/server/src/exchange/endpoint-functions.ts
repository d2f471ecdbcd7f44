import type { EndpointName } from "@wellhead/contract";
import type { Answer } from "../answer/answer.js";
import { application } from "../endpoints/application.js";
import { data } from "../endpoints/data.js";
import { datalist } from "../endpoints/datalist.js";
import type { EndpointContext, EndpointInput } from "../endpoints/endpoint-context.js";
import { logo } from "../endpoints/logo.js";
import { openapi } from "../endpoints/openapi.js";
import { schema } from "../endpoints/schema.js";
import { timezone } from "../endpoints/timezone.js";
import { validate } from "../endpoints/validate.js";
import { validateFilter } from "../endpoints/validate-filter.js";
import type { RouteName } from "../route/route.js";

/** Answers one endpoint. Knows no HTTP server. */
export type EndpointFunction = (input: EndpointInput, context: EndpointContext) => Answer | Promise<Answer>;

/** The functions by endpoint; OAuth endpoints get theirs together with the account kinds they belong to. */
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
  ["openapi", openapi],
]);
