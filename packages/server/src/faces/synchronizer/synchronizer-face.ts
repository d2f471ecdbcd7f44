import { synchronizerEndpointFacts } from "@wellhead/contract/vocabulary";
import type { ErrorFacts } from "../../answer/error-answer.js";
import type { Endpoint, Face } from "../../route/face.js";
import { parsed } from "../members/parsed.js";
import { config } from "./endpoints/config.js";
import { data } from "./endpoints/data.js";
import { datalist } from "./endpoints/datalist.js";
import { resource } from "./endpoints/resource.js";
import { schema } from "./endpoints/schema.js";
import { validateFilter } from "./endpoints/validate-filter.js";
import {
  parseFileRequest,
  parseFilterOptionsRequest,
  parsePageRequest,
  parseTypesRequest,
} from "./requests/requests.js";

const handlers = {
  config: (_received, scope) => config(scope),
  schema: parsed(parseTypesRequest, schema),
  data: parsed(parsePageRequest, data),
  datalist: parsed(parseFilterOptionsRequest, datalist),
  validateFilter: parsed(parseTypesRequest, validateFilter),
  resource: parsed(parseFileRequest, resource),
} as const satisfies Readonly<Record<string, Endpoint["handle"]>>;

/**
 * The wire format of the generation that synchronizes rows page by page.
 *
 * @see The synchronizer contract
 */
export const synchronizerFace: Face = {
  prefix: "/api/v1",
  endpoints: Object.entries(handlers).map(([name, handle]): Endpoint => {
    // The name is a key of the handlers, which the type of `entries` does not say.
    const { method, path } = synchronizerEndpointFacts[name as keyof typeof handlers];
    return {
      name: `synchronizer.${name}`,
      method,
      path,
      streamsRows: name === "resource",
      isOfferedBy: () => true,
      handle,
    };
  }),
  errorBody,
};

function errorBody({ message, code, status, field, retryAfter, requestId }: ErrorFacts): object {
  return {
    message,
    ...(retryAfter !== undefined && { tryLater: true }),
    code,
    status,
    ...(field !== undefined && { field }),
    requestId,
  };
}
