import type { Http } from "@wellhead/sdk";
import type { ServiceModel } from "./model.js";
import { readModel } from "./read-model.js";

/**
 * Fetches the metadata of a service.
 *
 * @param http - Client of the request
 * @returns The model
 * @throws ConnectorError for the kind of failure
 */
export async function fetchModel(http: Http): Promise<ServiceModel> {
  return readModel(await fetchMetadata(http));
}

/**
 * Fetches the metadata document of a service.
 *
 * @param http - Client of the request
 * @returns The document
 * @throws ConnectorError for the kind of failure
 */
export async function fetchMetadata(http: Http): Promise<string> {
  return await http.get("$metadata", { headers: { accept: "application/xml" } }).text();
}
