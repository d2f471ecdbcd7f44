import type { TSchema } from "typebox";
import { type EndpointFacts, type EndpointName, endpointFacts } from "../vocabulary/endpoint-facts.js";
import { applicationResponse } from "./application.js";
import { dataRequest, dataResponse } from "./data.js";
import { datalistQuery, datalistRequest, datalistResponse } from "./datalist.js";
import {
  oauth1FinishRequest,
  oauth1FinishResponse,
  oauth1StartRequest,
  oauth1StartResponse,
} from "./oauth1.js";
import {
  oauth2FinishRequest,
  oauth2FinishResponse,
  oauth2StartRequest,
  oauth2StartResponse,
} from "./oauth2.js";
import { schemaRequest, schemaResponse } from "./schema.js";
import { timezoneRequest, timezoneResponse } from "./timezone.js";
import { validateRequest, validateResponse } from "./validate.js";
import { validateFilterRequest, validateFilterResponse } from "./validate-filter.js";

/** One endpoint of the contract, with the schemas of its messages. */
export interface Endpoint extends EndpointFacts {
  /** Query arguments it reads. */
  readonly query?: TSchema;
  /** JSON body it reads. */
  readonly request?: TSchema;
  /** JSON body of its success, absent for GET /logo. */
  readonly response?: TSchema;
}

/**
 * Every endpoint of the contract, in the order the documentation lists them.
 *
 * @see The connector contract, the sections of the same names
 */
export const endpoints = {
  application: { ...endpointFacts.application, response: applicationResponse },
  validate: { ...endpointFacts.validate, request: validateRequest, response: validateResponse },
  data: { ...endpointFacts.data, request: dataRequest, response: dataResponse },
  datalist: {
    ...endpointFacts.datalist,
    query: datalistQuery,
    request: datalistRequest,
    response: datalistResponse,
  },
  logo: endpointFacts.logo,
  schema: { ...endpointFacts.schema, request: schemaRequest, response: schemaResponse },
  validateFilter: {
    ...endpointFacts.validateFilter,
    request: validateFilterRequest,
    response: validateFilterResponse,
  },
  timezone: { ...endpointFacts.timezone, request: timezoneRequest, response: timezoneResponse },
  oauth1Start: { ...endpointFacts.oauth1Start, query: oauth1StartRequest, response: oauth1StartResponse },
  oauth1Finish: {
    ...endpointFacts.oauth1Finish,
    request: oauth1FinishRequest,
    response: oauth1FinishResponse,
  },
  oauth1StartV2: {
    ...endpointFacts.oauth1StartV2,
    request: oauth1StartRequest,
    response: oauth1StartResponse,
  },
  oauth1FinishV2: {
    ...endpointFacts.oauth1FinishV2,
    request: oauth1FinishRequest,
    response: oauth1FinishResponse,
  },
  oauth2Start: { ...endpointFacts.oauth2Start, query: oauth2StartRequest, response: oauth2StartResponse },
  oauth2Finish: {
    ...endpointFacts.oauth2Finish,
    request: oauth2FinishRequest,
    response: oauth2FinishResponse,
  },
  oauth2StartV2: {
    ...endpointFacts.oauth2StartV2,
    request: oauth2StartRequest,
    response: oauth2StartResponse,
  },
  oauth2FinishV2: {
    ...endpointFacts.oauth2FinishV2,
    request: oauth2FinishRequest,
    response: oauth2FinishResponse,
  },
} as const satisfies Readonly<Record<EndpointName, Endpoint>>;
