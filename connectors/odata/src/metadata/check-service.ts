import { type Http, memberAt, upstreamInvalid } from "@wellhead/sdk";

/**
 * Reads the root of a service, which refuses an account that does not work.
 *
 * @param http - Client of the request
 * @throws ConnectorError `account_invalid` for an account that is refused, `upstream_invalid` for another kind of service
 */
export async function checkService(http: Http): Promise<void> {
  const sets = memberAt(await http.get("").json(), "value");
  if (Array.isArray(sets)) return;
  throw upstreamInvalid(
    "Could not read the root of the service: expected a list of its sets. Check whether the address is the root of an OData service of version 4.",
  );
}
