export type {
  Author,
  AuthorAccount,
  AuthoredConnector,
  AuthorOptions,
  FileFault,
  JudgeQuery,
  ListRemark,
  LoadedFiles,
  PlayedFault,
  PlayedRows,
  RowsChange,
  TapeQuery,
  UpstreamCall,
} from "./author/author.js";
export type { JudgeEvents, Judgement } from "./author/judge-run.js";
export type { AccountStore, McpConnector } from "./connectors/mcp-connector.js";
export { createMcpEndpoint, type McpEndpoint } from "./transport/mcp-endpoint.js";
export type { ServingOptions } from "./transport/open-serving.js";
export {
  type HttpListener,
  type HttpOptions,
  type HttpServer,
  serveOverHttp,
} from "./transport/serve-over-http.js";
export { type StdioOptions, type StdioStreams, serveOverStdio } from "./transport/serve-over-stdio.js";
export type { McpLimits, McpOptions } from "./workspace/workspace.js";
