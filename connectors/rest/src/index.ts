export type { AccountConfig, AccountTexts } from "./config/account-config.js";
export type { PagingConfig } from "./config/paging-config.js";
export { type RestConfig, readRestConfig } from "./config/rest-config.js";
export type { ColumnConfig, FilterConfig, OptionsConfig, SourceConfig } from "./config/source-config.js";
export { openRestConnector } from "./open/open-rest-connector.js";
export { restConnector } from "./rest-connector.js";
