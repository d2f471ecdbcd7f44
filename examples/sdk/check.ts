// Runs every example of the documentation comments. Exits non-zero when a result is not the one it states.
import { checkAccounts } from "./accounts.js";
import { checkErrors } from "./errors.js";
import { checkFields } from "./fields.js";
import { checkOperatorOptions } from "./operator-options.js";
import { checkPaging } from "./paging.js";
import { checkRows } from "./rows.js";
import { checkSynchronization } from "./synchronize.js";
import { checkValues } from "./values.js";
import { checkWebhooks } from "./webhooks.js";

checkAccounts();
await checkErrors();
checkFields();
checkOperatorOptions();
await checkRows();
await checkSynchronization();
checkValues();
checkWebhooks();
await checkPaging();
