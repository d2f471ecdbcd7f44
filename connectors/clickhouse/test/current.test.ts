import { describeSqlDatabase } from "@wellhead/test-support";
import { describe } from "vitest";
import { currentDialect } from "./current-dialect.js";
import { startCurrent } from "./current-engine.js";
import { describeCurrentSettings } from "./describe-current-settings.js";
import { describeCurrentTypes } from "./describe-current-types.js";

// `npm run proof clickhouse` starts a server with a current engine. Nothing of it is part of `npm test`.
describe.skipIf(process.env["WELLHEAD_CURRENT_CLICKHOUSE"] === undefined)("a current ClickHouse", () => {
  describeSqlDatabase({ dialect: currentDialect, start: startCurrent, isEngine: true });
  describeCurrentTypes();
  describeCurrentSettings();
});
