import type { Exchange } from "../exchange/exchange.js";
import { notApplicable, unmet } from "../expect/finding.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { wrongAccountOf } from "../target/account.js";
import { baselines, tableIn, textOf } from "../target/baseline.js";
import { dataBody } from "../target/data-target.js";
import { mayValidate } from "../target/validate-target.js";

/** The requirement on two accounts that are used at the same time. */
export const ownAccountRequirements = defineRequirements({ area: "data", section: "POST /" }, [
  {
    id: "data.own-account",
    level: "MUST",
    alone: true,
    covers: ["data.request"],
    sentence: "Rows are read with the account of their own request, whichever account was validated before",
    reason: "One customer sees the rows of another",
    fix: "Take the account from the body of each request; keep nothing of POST /validate",
    check: expectOwnAccount,
  },
]);

async function expectOwnAccount(context: CheckContext): Promise<void> {
  const { wrong, ...account } = await wrongAccountOf(context);
  mayValidate(context, account);
  const baseline = (await baselines(context)).find(({ live }) => !live);
  if (baseline === undefined) notApplicable("rows that do not change", "The rows change by themselves");
  const { target, rows } = baseline;
  const validate = ({ kind, members }: typeof account | typeof wrong, fresh: number): Promise<Exchange> =>
    context.post("/validate", { id: kind.id, fields: members }, { fresh });
  const ask = (of: typeof target.account, fresh: number): Promise<Exchange> =>
    context.post("/", dataBody({ ...target, account: of }), { fresh });
  const before = tableIn(await ask(target.account, 940));
  // The token of an account that the run has made may have been used up by other checks.
  if (before === undefined || textOf(before.rows) !== textOf(rows))
    notApplicable("account that still works", "The rows are no longer the same");
  if ((await validate(wrong, 941)).status < 300)
    notApplicable("account that is checked", "Any account is accepted");
  // Both accounts are used one after the other, then at the same time.
  const after = await ask(target.account, 941);
  const [, beside] = await Promise.all([validate(wrong, 942), ask(target.account, 942), ask(wrong, 942)]);
  for (const exchange of [after, beside]) {
    const found = tableIn(exchange);
    if (found === undefined || textOf(found.rows) !== textOf(rows))
      unmet(
        `After a wrong account was validated, the right one got status ${exchange.status} ${found === undefined ? "and no rows" : `with ${found.rows.length} rows`} instead of its ${rows.length} rows`,
        { witness: exchange },
      );
  }
  const refused = await ask(wrong, 943);
  if (refused.status < 300) return;
  await validate(account, 943);
  const leaked = await ask(wrong, 944);
  if (leaked.status < 300 && (tableIn(leaked)?.rows.length ?? 0) > 0)
    unmet(`After the right account was validated, a wrong one got ${tableIn(leaked)?.rows.length} rows`, {
      witness: leaked,
    });
}
