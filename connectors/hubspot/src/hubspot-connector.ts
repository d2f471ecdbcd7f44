import { type Connector, defineConnector, oauth2, shape, token } from "@wellhead/sdk";
import { findFault } from "./find-fault.js";
import { standardTypes } from "./read/object-types.js";
import { customObjects } from "./sources/custom-objects.js";
import { listMembers, lists } from "./sources/lists.js";
import { objects } from "./sources/objects.js";
import { owners } from "./sources/owners.js";
import { propertyHistory } from "./sources/property-history.js";
import { stages } from "./sources/stages.js";

/** Members of the token's account that are read. */
const portalShape = shape.object({ portalId: shape.required(shape.id), uiDomain: shape.text });

const people = ["contacts", "companies"];
const engaged = [...people, "deals", "tickets"];

/** Types of objects that are sources of their own, with those whose ids are in each row. */
const objectTypes = [
  { type: "contacts", associations: ["companies"] },
  { type: "companies" },
  { type: "deals", associations: people },
  { type: "tickets", associations: people },
  { type: "line_items", associations: ["deals"] },
  { type: "products" },
  { type: "quotes", associations: [...people, "deals"] },
  { type: "calls", associations: engaged },
  { type: "emails", associations: engaged },
  { type: "meetings", associations: engaged },
  { type: "notes", associations: engaged },
  { type: "tasks", associations: engaged },
].map((object) => ({ ...object, name: standardTypes[object.type] ?? object.type }));

/** OAuth scopes that are requested. All of them are read-only. */
const scopes = [
  "oauth",
  "crm.objects.contacts.read",
  "crm.objects.companies.read",
  "crm.objects.deals.read",
  "crm.objects.line_items.read",
  "crm.objects.owners.read",
  "crm.schemas.contacts.read",
  "crm.schemas.companies.read",
  "crm.schemas.deals.read",
  "tickets",
];

/** Options of {@link hubspotConnector}. */
export interface HubspotConnectorOptions {
  /** URL of the API. Default: `https://api.hubapi.com`. */
  readonly baseUrl?: string;
  /**
   * Whether users may sign in with HubSpot as an alternative to pasting a token. It requires `HUBSPOT_CLIENT_ID` and
   * `HUBSPOT_CLIENT_SECRET`. Default: whether the first is set.
   */
  readonly signIn?: boolean;
}

/**
 * Creates the HubSpot connector.
 *
 * @param options - URL of the API, and whether to offer sign-in
 * @returns The connector
 */
export function hubspotConnector(options: HubspotConnectorOptions = {}): Connector {
  const canSignIn = options.signIn ?? process.env["HUBSPOT_CLIENT_ID"] !== undefined;
  return defineConnector({
    id: "hubspot",
    name: "HubSpot",
    version: "1.0.0",
    description:
      "Contacts, companies, deals, tickets, quotes, activities, lists and objects of your own, with your own properties",
    site: "https://www.hubspot.com",
    tags: ["crm"],
    color: "#D6532E",
    logo: new URL("../logo.svg", import.meta.url),
    http: {
      baseUrl: options.baseUrl ?? "https://api.hubapi.com",
      // Limits of every plan. Searches have a lower limit of their own, which the second entry respects.
      rate: [
        { requests: 100, seconds: 10 },
        { requests: 5, seconds: 1, reserve: 0.2 },
      ],
      fault: findFault,
    },
    accounts: {
      ...(canSignIn && { oauth: oauth2({ preset: "hubspot", scopes }) }),
      token: token({
        title: "Access token",
        description: "Of a private app with read scopes for what is to be read",
        help: "https://developers.hubspot.com/docs/apps/legacy-apps/private-apps/overview",
      }),
    },
    identify: async ({ http }) => {
      const { portalId, uiDomain } = await http.get("account-info/v3/details").json(portalShape);
      return { name: `${uiDomain ?? "HubSpot"} ${portalId}` };
    },
    sources: (source) => ({
      ...Object.fromEntries(
        objectTypes.map((object) => [object.type.replace("_", "-"), objects(source, object)]),
      ),
      "custom-objects": customObjects(source),
      "property-history": propertyHistory(source),
      lists: lists(source),
      "list-members": listMembers(source),
      owners: owners(source),
      "deal-stages": stages(source, "deals"),
      "ticket-stages": stages(source, "tickets"),
    }),
  });
}
