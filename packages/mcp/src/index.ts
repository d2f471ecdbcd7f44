export type { AccountStore, McpConnector } from "./connectors/mcp-connector.js";
export { type HttpOptions, type HttpServer, serveOverHttp } from "./transport/serve-over-http.js";
export { type StdioOptions, serveOverStdio } from "./transport/serve-over-stdio.js";
export type { McpLimits, McpOptions } from "./workspace/workspace.js";
