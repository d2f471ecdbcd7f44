/** Every area of the interface with its title, in the order of reports. */
export const areas = {
  application: "Application information",
  accounts: "Account kinds",
  fields: "Form fields",
  sources: "Sources",
  http: "HTTP in general",
  validate: "Validating accounts",
  data: "Data",
  filters: "Filters",
  streaming: "Streaming",
  formats: "Formats and negotiation",
  datalist: "Options of fields",
  dates: "Dates",
  schema: "Schema",
  "filter-check": "Checking filters",
  timezone: "Time zone",
  logo: "Logo",
  errors: "Errors",
  security: "Security",
  oauth1: "OAuth 1",
  oauth2: "OAuth 2",
  "sync-config": "Synchronizer: types and filters",
  "sync-schema": "Synchronizer: schema",
  "sync-relations": "Synchronizer: relations",
  "sync-data": "Synchronizer: entities",
  "sync-values": "Synchronizer: values",
  "sync-pages": "Synchronizer: pages",
  "sync-positions": "Synchronizer: positions",
  "sync-changes": "Synchronizer: changes",
  "sync-forms": "Synchronizer: the filter form",
  "sync-offers": "Synchronizer: files, webhooks and actions",
  "sync-errors": "Synchronizer: errors",
  compatibility: "Compatibility with an earlier version",
} as const;

/** Id of an area of the interface. */
export type Area = keyof typeof areas;

/**
 * Returns whether an area is about the endpoints that only the third generation has.
 *
 * @param area - The area
 * @returns True for the areas of the synchronizer
 */
export function isSynchronizer(area: Area): boolean {
  return area.startsWith("sync-");
}
