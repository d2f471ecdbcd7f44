import { type Connector, defineConnector, shape, token } from "@wellhead/sdk";
import { fieldsSource } from "./fields-source.js";
import { findFault } from "./find-fault.js";
import { records } from "./records.js";

/** What is read of the person a token belongs to. */
const whoamiShape = shape.object({ id: shape.required(shape.text), email: shape.text });

/** Where the API is. */
export interface AirtableConnectorOptions {
  /** Address of the API. Default: `https://api.airtable.com/v0`. */
  readonly baseUrl?: string;
}

/**
 * Makes the Airtable connector.
 *
 * @param options - Where the API is
 * @returns The connector
 */
export function airtableConnector(options: AirtableConnectorOptions = {}): Connector {
  return defineConnector({
    id: "airtable",
    name: "Airtable",
    version: "1.0.0",
    description: "Tables of your bases, with the types of their fields",
    site: "https://airtable.com",
    tags: ["tables"],
    color: "#D9534F",
    logo: new URL("../logo.svg", import.meta.url),
    http: {
      baseUrl: options.baseUrl ?? "https://api.airtable.com/v0",
      rate: { requests: 5, seconds: 1, reserve: 0.2 },
      fault: findFault,
    },
    accounts: {
      token: token({
        title: "Personal access token",
        description:
          "With the scopes data.records:read and schema.bases:read, and access to the bases to read",
        help: "https://airtable.com/create/tokens",
      }),
    },
    identify: async ({ http }) => {
      const { id, email } = await http.get("meta/whoami").json(whoamiShape);
      return { name: email ?? id };
    },
    sources: (source) => ({ records: records(source), fields: fieldsSource(source) }),
  });
}
