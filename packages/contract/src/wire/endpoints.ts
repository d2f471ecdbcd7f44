import type { TSchema } from "typebox";
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

/** One endpoint of the contract. */
export interface Endpoint {
  readonly method: "GET" | "POST";
  /** Path below the connector's base address. */
  readonly path: string;
  /** Its purpose, in one sentence. */
  readonly summary: string;
  /** When a connector offers it. */
  readonly offered: "always" | "optional" | "oauth1" | "oauth2";
  /** Query arguments it reads. */
  readonly query?: TSchema;
  /** JSON body it reads. */
  readonly request?: TSchema;
  /** JSON body of a successful response; absent for GET /logo. */
  readonly response?: TSchema;
}

/**
 * Every endpoint of the contract, in the order of the documentation.
 *
 * @see The connector contract, the sections of the same names
 */
export const endpoints = {
  application: {
    method: "GET",
    path: "/",
    summary: "Describes the connector, the accounts it takes and its sources",
    offered: "always",
    response: applicationResponse,
  },
  validate: {
    method: "POST",
    path: "/validate",
    summary: "Checks an account, refreshes its tokens and names it",
    offered: "always",
    request: validateRequest,
    response: validateResponse,
  },
  data: {
    method: "POST",
    path: "/",
    summary: "Streams the rows of a source",
    offered: "always",
    request: dataRequest,
    response: dataResponse,
  },
  datalist: {
    method: "POST",
    path: "/datalist",
    summary: "Returns the options of a filter field",
    offered: "optional",
    query: datalistQuery,
    request: datalistRequest,
    response: datalistResponse,
  },
  logo: { method: "GET", path: "/logo", summary: "Returns the logo as SVG", offered: "optional" },
  schema: {
    method: "POST",
    path: "/schema",
    summary: "Describes the columns of a source",
    offered: "optional",
    request: schemaRequest,
    response: schemaResponse,
  },
  validateFilter: {
    method: "POST",
    path: "/validate/filter",
    summary: "Checks the values of a filter form",
    offered: "optional",
    request: validateFilterRequest,
    response: validateFilterResponse,
  },
  timezone: {
    method: "POST",
    path: "/timezone",
    summary: "Returns the offset of an account from UTC",
    offered: "optional",
    request: timezoneRequest,
    response: timezoneResponse,
  },
  oauth1Start: {
    method: "GET",
    path: "/oauth1",
    summary: "Starts OAuth 1",
    offered: "oauth1",
    query: oauth1StartRequest,
    response: oauth1StartResponse,
  },
  oauth1Finish: {
    method: "POST",
    path: "/oauth1",
    summary: "Finishes OAuth 1",
    offered: "oauth1",
    request: oauth1FinishRequest,
    response: oauth1FinishResponse,
  },
  oauth1StartV2: {
    method: "POST",
    path: "/oauth1/v1/authorize",
    summary: "Starts OAuth 1, second generation",
    offered: "oauth1",
    request: oauth1StartRequest,
    response: oauth1StartResponse,
  },
  oauth1FinishV2: {
    method: "POST",
    path: "/oauth1/v1/access_token",
    summary: "Finishes OAuth 1, second generation",
    offered: "oauth1",
    request: oauth1FinishRequest,
    response: oauth1FinishResponse,
  },
  oauth2Start: {
    method: "GET",
    path: "/oauth2",
    summary: "Starts OAuth 2",
    offered: "oauth2",
    query: oauth2StartRequest,
    response: oauth2StartResponse,
  },
  oauth2Finish: {
    method: "POST",
    path: "/oauth2",
    summary: "Finishes OAuth 2",
    offered: "oauth2",
    request: oauth2FinishRequest,
    response: oauth2FinishResponse,
  },
  oauth2StartV2: {
    method: "POST",
    path: "/oauth2/v1/authorize",
    summary: "Starts OAuth 2, second generation",
    offered: "oauth2",
    request: oauth2StartRequest,
    response: oauth2StartResponse,
  },
  oauth2FinishV2: {
    method: "POST",
    path: "/oauth2/v1/access_token",
    summary: "Finishes OAuth 2, second generation",
    offered: "oauth2",
    request: oauth2FinishRequest,
    response: oauth2FinishResponse,
  },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** Name of an endpoint of the contract. */
export type EndpointName = keyof typeof endpoints;
