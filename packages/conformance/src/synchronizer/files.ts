import type { Exchange } from "../exchange/exchange.js";
import { deepEqual } from "../expect/deep-equal.js";
import { expectHeader } from "../expect/expect-header.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import type { CheckContext, SendOptions } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { wrongAccountOf } from "../target/account.js";
import { firstRuns } from "./read-run.js";
import { paths, schemaFields, syncTarget } from "./target.js";

/** Requirements on the files that entities point to. */
export const fileRequirements = defineRequirements(
  { area: "sync-offers", section: "Synchronizer: files, webhooks, actions" },
  [
    {
      id: "sync-offers.file",
      level: "MUST",
      covers: ["sync.files"],
      sentence: "A file that an entity points to with app://resource returns 200",
      reason: "People see a broken file",
      fix: 'Stream the file for the "params" of its address',
      check: async (context) => {
        const exchange = await askFile(context, (await resourceOf(context)).params);
        expectStatus(exchange, 200);
        if (exchange.ending === "cut")
          unmet("expected the whole file, got a connection that broke before its end");
      },
    },
    {
      id: "sync-offers.file-params",
      level: "MUST",
      covers: ["sync.files"],
      sentence: "A file without its params returns 400 or 404",
      reason: "An error page is stored as the file",
      fix: "Check the params before anything is sent",
      check: async (context) => {
        await resourceOf(context);
        expectStatus(await askFile(context, {}), 400, 404);
      },
    },
    {
      id: "sync-offers.file-escape",
      level: "MUST",
      covers: ["sync.files"],
      sentence: "Params that no entity has do not choose a file of the server or another address",
      reason: "Anybody reads files of the machine, or calls services behind its firewall",
      fix: "Seal the params, or look them up; never use them as a path or an address",
      check: async (context) => {
        const { params } = await resourceOf(context);
        for (const value of [
          "/etc/passwd",
          "../../../../etc/passwd",
          "file:///etc/passwd",
          "http://127.0.0.1:1/",
        ]) {
          const changed = Object.fromEntries(Object.keys(params).map((name) => [name, value]));
          const { status, text } = await askFile(context, changed);
          if (/^root:/m.test(text)) unmet(`The params ${JSON.stringify(value)} read a file of the server`);
          if (status < 300 || status >= 500)
            unmet(`expected a refusal of the params ${JSON.stringify(value)}, got ${status}`);
        }
      },
    },
    {
      id: "sync-offers.file-account",
      level: "SHOULD",
      covers: ["sync.files", "sync.errors"],
      sentence: "A file is refused to an account that does not work",
      reason: "Whoever has seen an address reads the file for ever",
      fix: "Use the account to read the file; return 401 when the third party refuses it",
      check: async (context) => {
        const { params } = await resourceOf(context);
        const { wrong } = await wrongAccountOf(context);
        const { status } = await askFile(context, params, { flatAccount: wrong.flat });
        if (status < 300) unmet(`expected a refusal of an invalid account, got ${status}`);
        if (status >= 500) unmet(`expected 401 for an invalid account, got ${status}`);
      },
    },
    {
      id: "sync-offers.file-range",
      level: "MUST",
      covers: ["sync.files"],
      sentence: "A request with Range returns that part of the file, or the whole file",
      reason: "A download that goes on after a break is put together wrongly",
      fix: "Return 206 with Content-Range and exactly these bytes, or 200 with all of them",
      check: async (context) => {
        const { params } = await resourceOf(context);
        const whole = await askFile(context, params);
        if (whole.status !== 200 || whole.wireBytes < 4 || whole.headers["content-encoding"] !== undefined)
          notApplicable("a file of four bytes", "No file can be compared with a part of it");
        const part = await askFile(context, params, { headers: { range: "bytes=2-3" } });
        if (part.status === 200) {
          if (part.wireBytes !== whole.wireBytes)
            unmet("expected the whole file with status 200, got a part");
          return;
        }
        expectStatus(part, 206);
        expectHeader(part, "content-range", /^bytes 2-3\/(?:\d+|\*)$/);
        const isRight = part.wireBytes === 2 && deepEqual(part.magic, whole.magic.slice(2, 4));
        if (!isRight) unmet(`expected the bytes 2 and 3 of the file, got ${part.wireBytes} other bytes`);
      },
    },
  ],
);

/** An address of a file that the connector serves itself: `app://resource?a=1`. */
async function resourceOf(
  context: CheckContext,
): Promise<{ readonly params: Readonly<Record<string, string>> }> {
  const fields = (await schemaFields(context)).filter(
    ({ value }) => value["subType"] === "file" || value["subType"] === "avatar",
  );
  if (fields.length === 0) notApplicable("files", "No field is a file");
  for (const { type, entities } of await firstRuns(context)) {
    const ids = fields.filter((field) => field.type === type.id).map(({ id }) => id);
    const address = entities
      .flatMap(({ value }) => ids.flatMap((id) => value[id]))
      .find((one) => typeof one === "string" && one.startsWith("app://resource"));
    if (typeof address === "string") return { params: Object.fromEntries(new URL(address).searchParams) };
  }
  return notApplicable("app://resource", "No entity points to a file of the connector itself");
}

/** What a request for a file has besides its params. */
interface AskFileOptions extends SendOptions {
  /** Default: the account of the caller. */
  readonly flatAccount?: JsonObject;
}

async function askFile(
  context: CheckContext,
  params: JsonObject,
  { flatAccount, ...options }: AskFileOptions = {},
): Promise<Exchange> {
  const { account, types, filter } = await syncTarget(context);
  const body = {
    types: types.map(({ id }) => id),
    account: flatAccount ?? account.flat,
    filter,
    params,
  };
  return context.post(paths.resource, body, options);
}
