export { type StartConnectorOptions, startConnector } from "./service/start-connector.js";
export type {
  AssertConformsOptions,
  OptionsQuery,
  ReadRows,
  RowsQuery,
  StartedConnector,
} from "./service/started-connector.js";
export { type Answer, answers, type UpstreamAnswer } from "./upstream/answers.js";
export type { SentRequest, Upstream } from "./upstream/upstream.js";
