import { type AnyAccount, ConnectorError, type HttpDefinition } from "@wellhead/sdk";
import { parseUrl } from "@wellhead/sdk/internal";

/**
 * Returns the base URL of a request's client.
 * @param definition - How the connector reaches its upstream
 * @param account - The account, from which the URL may be computed
 * @returns The URL; `undefined` without a definition
 * @throws ConnectorError `invalid_field` when the URL is not valid
 */
export function baseUrlOf(definition: HttpDefinition | undefined, account: AnyAccount): URL | undefined {
  if (definition === undefined) return undefined;
  const text = typeof definition.baseUrl === "string" ? definition.baseUrl : definition.baseUrl(account);
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new ConnectorError(
      "invalid_field",
      "Make the address of a request: found no usable base address, wanted one such as https://api.example.org without user name",
    );
  }
  return url;
}
