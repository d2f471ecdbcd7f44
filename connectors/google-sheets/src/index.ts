import { googleSheetsConnector } from "./google-sheets-connector.js";

export {
  type GoogleSheetsConnectorOptions,
  googleSheetsConnector,
  type PinnedSpreadsheet,
} from "./google-sheets-connector.js";

/** The connector of Google Sheets; users sign in with Google. */
export default googleSheetsConnector();
