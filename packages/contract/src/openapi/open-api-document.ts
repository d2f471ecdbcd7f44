import { errorCodes } from "../errors/error-codes.js";
import { errorResponse } from "../errors/error-response.js";
import { dataMediaTypes } from "../vocabulary/data-formats.js";
import type { EndpointName } from "../vocabulary/endpoint-facts.js";
import { type Endpoint, endpoints } from "../wire/endpoints.js";

/** Options of an OpenAPI document. */
export interface OpenApiDocumentOptions {
  /** Name of the connector or of the service. */
  readonly title: string;
  /** Version of the connector. */
  readonly version: string;
  /** Endpoints that the connector offers. Default: all of the contract. */
  readonly endpoints?: readonly EndpointName[];
}

/** An OpenAPI 3.1 document: plain JSON. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

const errorReference = { $ref: "#/components/schemas/ErrorResponse" };
const statuses = [...new Set(Object.values(errorCodes).map((facts) => facts.status))];

/**
 * Describes the endpoints of a connector as an OpenAPI 3.1 document.
 *
 * @param options - Title, version and the endpoints to list
 * @returns The document, served at `/openapi.json`
 */
export function openApiDocument(options: OpenApiDocumentOptions): OpenApiDocument {
  const names: readonly EndpointName[] = options.endpoints ?? listEndpointNames();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of names) {
    const endpoint: Endpoint = endpoints[name];
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint),
    };
  }
  return withoutAntiExamples({
    openapi: "3.1.0",
    info: { title: options.title, version: options.version },
    // Relative to the address of the document.
    servers: [{ url: "." }],
    security: [{}, { callerToken: [] }],
    paths,
    components: { schemas: { ErrorResponse: errorResponse }, securitySchemes },
  });
}

/** The account is a part of each request. What a service may require besides is up to its operator. */
const securitySchemes = {
  callerToken: { type: "http", scheme: "bearer", description: "Required when the operator has set tokens" },
};

/** Copies a part of a document without the values that must not match a schema: OpenAPI does not know them. */
function withoutAntiExamples(part: OpenApiDocument): OpenApiDocument {
  const members = Object.entries(part).filter(([name]) => name !== "antiExamples");
  return Object.fromEntries(members.map(([name, value]) => [name, copyOf(value)]));
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  return typeof value === "object" && value !== null ? withoutAntiExamples({ ...value }) : value;
}

function listEndpointNames(): EndpointName[] {
  return Object.keys(endpoints).filter((name): name is EndpointName => Object.hasOwn(endpoints, name));
}

function operation(name: EndpointName, endpoint: Endpoint): Record<string, unknown> {
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.query && { parameters: queryParameters(endpoint.query) }),
    ...(endpoint.request && {
      requestBody: { required: true, content: { "application/json": { schema: endpoint.request } } },
    }),
    responses: { 200: success(name, endpoint), ...(name === "logo" && logoResponses), ...failures() },
  };
}

const logoResponses = {
  204: { description: "No logo" },
  302: { description: "The logo is at another address" },
};

function success(name: EndpointName, endpoint: Endpoint): Record<string, unknown> {
  if (name === "logo")
    return { description: "The logo", content: { "image/svg+xml": { schema: { type: "string" } } } };
  const json = { "application/json": { schema: endpoint.response } };
  if (name !== "data") return { description: endpoint.summary, content: json };
  const text = { schema: { type: "string" } };
  return {
    description: endpoint.summary,
    content: {
      ...json,
      [dataMediaTypes.ndjson]: text,
      [dataMediaTypes.endedLines]: text,
      [dataMediaTypes.csv]: text,
      [dataMediaTypes.arrow]: { schema: { type: "string", format: "binary" } },
    },
  };
}

function failures(): Record<string, unknown> {
  const content = { "application/json": { schema: errorReference } };
  return Object.fromEntries(statuses.map((status) => [status, { description: meanings(status), content }]));
}

function meanings(status: number): string {
  return Object.values(errorCodes)
    .filter((facts) => facts.status === status)
    .map((facts) => facts.meaning)
    .join("; ");
}

function queryParameters(schema: object): unknown[] {
  const properties: unknown = "properties" in schema ? schema.properties : {};
  const entries: [string, unknown][] = Object.entries(properties ?? {});
  const required: unknown = "required" in schema ? schema.required : [];
  return entries.map(([name, argument]) => ({
    name,
    in: "query",
    required: Array.isArray(required) && required.includes(name),
    schema: argument,
  }));
}
