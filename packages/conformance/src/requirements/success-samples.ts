import type { Exchange } from "../exchange/exchange.js";
import { Finding } from "../expect/finding.js";
import type { CheckContext } from "../requirement/check-context.js";
import { accountOf } from "../target/account.js";
import { applicationOf } from "../target/application.js";
import { askRows, dataBody, dataTarget } from "../target/data-target.js";
import { datalistTarget } from "../target/datalist-target.js";
import { mayValidate } from "../target/validate-target.js";

type Ask = (context: CheckContext) => Promise<Exchange>;

const asks: readonly Ask[] = [
  (context) => context.get("/"),
  async (context) => {
    const account = await accountOf(context);
    mayValidate(context, account);
    return context.post("/validate", { id: account.kind.id, fields: account.members });
  },
  async (context) => askRows(context, await dataTarget(context)),
  async (context) => {
    const { path, account } = await datalistTarget(context);
    return context.post(path, account.flat);
  },
  async (context) => context.post("/schema", dataBody(await dataTarget(context))),
  async (context) => context.post("/validate/filter", dataBody(await dataTarget(context))),
  async (context) => context.post("/timezone", { account: (await accountOf(context)).flat }),
];

/**
 * Returns one successful response of every endpoint that has one.
 *
 * @param context - Context of the check
 * @returns The responses, at least that of GET /
 * @throws Finding when even GET / fails
 */
export async function successes(context: CheckContext): Promise<readonly Exchange[]> {
  await applicationOf(context);
  const found: Exchange[] = [];
  for (const ask of asks) {
    const exchange = await ask(context).catch(ignoreFinding);
    if (exchange?.status === 200) found.push(exchange);
  }
  return found;
}

/** Skips an endpoint whose prerequisites are missing. */
function ignoreFinding(error: unknown): undefined {
  if (error instanceof Finding && error.kind === "not-applicable") return undefined;
  throw error;
}
