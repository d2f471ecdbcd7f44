/** The facts about an endpoint of the synchronizer's contract, without the schemas of its messages. */
export interface SynchronizerEndpointFacts {
  readonly method: "POST" | "DELETE";
  /** Path below the connector's base address. */
  readonly path: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** When a connector offers it. */
  readonly offered: "always" | "files" | "webhooks" | "actions";
}

const base = "/api/v1/synchronizer";

/**
 * Every endpoint of the third generation of the interface.
 *
 * @see The synchronizer contract, the sections of the same names
 */
export const synchronizerEndpointFacts = {
  config: {
    method: "POST",
    path: `${base}/config`,
    summary: "Lists the types that can be synchronized, and their filter",
    offered: "always",
  },
  schema: {
    method: "POST",
    path: `${base}/schema`,
    summary: "Describes the fields and relations of the types",
    offered: "always",
  },
  data: {
    method: "POST",
    path: `${base}/data`,
    summary: "Returns one page of the entities of a type",
    offered: "always",
  },
  datalist: {
    method: "POST",
    path: `${base}/datalist`,
    summary: "Returns the options of a filter field",
    offered: "always",
  },
  validateFilter: {
    method: "POST",
    path: `${base}/filter/validate`,
    summary: "Checks the values of the filter",
    offered: "always",
  },
  resource: {
    method: "POST",
    path: `${base}/resource`,
    summary: "Streams a file that an entity points to",
    offered: "files",
  },
  setWebhook: {
    method: "POST",
    path: `${base}/webhooks`,
    summary: "Creates or changes a webhook",
    offered: "webhooks",
  },
  deleteWebhook: {
    method: "DELETE",
    path: `${base}/webhooks`,
    summary: "Deletes a webhook",
    offered: "webhooks",
  },
  verifyEvent: {
    method: "POST",
    path: `${base}/webhooks/verify`,
    summary: "Checks the signature of an event and finds its webhook",
    offered: "webhooks",
  },
  preProcessEvent: {
    method: "POST",
    path: `${base}/webhooks/pre-process`,
    summary: "Checks an event as the third party sent it, and answers it",
    offered: "webhooks",
  },
  transformEvent: {
    method: "POST",
    path: `${base}/webhooks/transform`,
    summary: "Turns an event into changes of entities",
    offered: "webhooks",
  },
  executeAction: {
    method: "POST",
    path: "/api/v1/automations/action/execute",
    summary: "Runs an action",
    offered: "actions",
  },
} as const satisfies Readonly<Record<string, SynchronizerEndpointFacts>>;

/** Name of an endpoint of the synchronizer's contract. */
export type SynchronizerEndpointName = keyof typeof synchronizerEndpointFacts;
