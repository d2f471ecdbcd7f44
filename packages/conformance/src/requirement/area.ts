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
  compatibility: "Compatibility with an earlier version",
} as const;

/** Id of an area of the interface. */
export type Area = keyof typeof areas;
