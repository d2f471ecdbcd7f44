import { isObject } from "../expect/json-of.js";
import type { Exchange } from "../probe/exchange.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { notApplicable, unmet } from "../requirement/finding.js";
import type { CheckContext } from "../run/check-context.js";
import { canary, wrongAccountOf } from "../target/account.js";
import { askRows, dataBody, dataTarget } from "../target/data-target.js";
import { sendHostile } from "../target/hostile.js";
import { mayValidate, validated } from "../target/validate-target.js";
import { noSuchSource } from "./mistakes.js";

/** How Node, Python, Perl, PHP, Java, Ruby and Go write where an error happened. */
const trace = new RegExp(
  [
    String.raw`\bat \S[^\n]{0,120}:\d+:\d+`,
    "Traceback \\(most recent",
    String.raw`File \\?"[^"\\]+\\?", line \d+`,
    String.raw`\bat \S+\.p[lm] line \d+`,
    String.raw`in \S+\.php(?:\(\d+\)|:\d+| on line \d+)`,
    String.raw`\bat [\w.$<>]+\(\w+\.java:\d+\)`,
    String.raw`\S+\.rb:\d+:in `,
    String.raw`goroutine \d+ \[`,
  ].join("|"),
);

/** What refusals and names must not show. */
export const disclosureRequirements = defineRequirements({ area: "security", section: "Errors" }, [
  {
    id: "security.secret-pieces",
    level: "MUST",
    covers: ["errors.text-safe"],
    sentence: "No piece of a secret stands in the answer to a wrong account",
    reason: "Answers are logged, shown and pasted into tickets",
    fix: "Write error texts without the values that were sent",
    check: expectNoPieces,
  },
  {
    id: "security.traces",
    level: "MUST",
    covers: ["errors.text-safe"],
    sentence: "A refusal shows no stack of the program",
    reason: "It tells an attacker how the program is built, and the person at the form nothing",
    fix: "Catch every error and answer with a sentence of your own",
    // The page that a framework answers by itself is no text of the connector's; security.error-pages judges that.
    check: async (context) => expectNoTrace(context, (text) => !/^\s*</.test(text)),
  },
  {
    id: "security.error-pages",
    level: "MUST",
    covers: ["errors.text-safe"],
    sentence: "The page that a framework answers for an error shows no stack",
    reason: "It tells an attacker how the program is built, and where its files are",
    fix: "Turn off the framework's pages for developers, e.g. NODE_ENV=production, or handle every error",
    check: async (context) => expectNoTrace(context, (text) => /^\s*</.test(text)),
  },
  {
    id: "security.secret-rows",
    level: "MUST",
    covers: ["errors.text-safe"],
    sentence: "No row holds a secret of the account",
    reason: "Everybody who may see the report sees the secret",
    fix: "Send the columns of the source, and nothing of the account",
    check: expectNoSecretInRows,
  },
  {
    id: "security.name-pieces",
    level: "MUST",
    covers: ["validate.name-safe"],
    sentence: "The name of an account holds no piece of its secret",
    reason: "Names are shown to everybody who may use the account",
    fix: "Take the name from the third party, never from the secret",
    check: expectCleanName,
  },
]);

async function expectNoTrace(context: CheckContext, isMeant: (text: string) => boolean): Promise<void> {
  const target = await dataTarget(context).catch(() => undefined);
  const bodies = [
    sendHostile(context, "/validate", { id: "no-such-kind", fields: {} }),
    sendHostile(context, "/", "{"),
  ];
  if (target !== undefined)
    bodies.push(sendHostile(context, "/", dataBody(target, { source: noSuchSource })));
  for (const answer of await Promise.all(bodies)) {
    const found = answer.status >= 400 && isMeant(answer.text) ? trace.exec(answer.text) : null;
    if (found !== null) unmet(`A refusal holds "${found[0].slice(0, 60)}"`, { witness: answer });
  }
}

async function expectNoPieces(context: CheckContext): Promise<void> {
  const { wrong } = await wrongAccountOf(context);
  mayValidate(context, wrong);
  const answers = [await context.post("/validate", { id: wrong.kind.id, fields: wrong.members })];
  const target = await dataTarget(context).catch(() => undefined);
  if (target !== undefined) answers.push(await context.post("/", dataBody(target, { account: wrong.flat })));
  for (const answer of answers.filter(({ status }) => status >= 400)) {
    const everything = `${answer.text} ${JSON.stringify(answer.headers)}`;
    const piece = pieceOf(canary, everything, /\d/);
    if (piece !== undefined)
      unmet(`A refusal holds ${piece.length} characters of the secret that was sent`, { witness: answer });
    if (encodedCanaries.some((text) => everything.includes(text)))
      unmet("A refusal holds the secret that was sent, in Base64", { witness: answer });
  }
}

/** The inside of the secret in Base64, wherever it begins in a group of three bytes. */
const encodedCanaries = [0, 1, 2].map((offset) =>
  Buffer.from(`${"x".repeat(offset)}${canary}`)
    .toString("base64")
    .slice(4, 20),
);

async function expectNoSecretInRows(context: CheckContext): Promise<void> {
  const target = await dataTarget(context);
  const { secretIds, members } = target.account;
  const secrets = secretIds.map((id) => String(members[id])).filter((secret) => secret.length > 7);
  if (secrets.length === 0) notApplicable("account kind with a secret", "The account holds no secret");
  const answer = await askRows(context, target);
  if (answer.status < 300 && secrets.some((secret) => answer.text.includes(secret)))
    unmet("The rows hold a secret of the account", { witness: answer });
}

/** Finds four characters of a secret in a row that are not a word by chance. */
function pieceOf(secret: string, text: string, unlikely: RegExp): string | undefined {
  for (let length = secret.length; length >= 4; length -= 1) {
    for (let at = 0; at + length <= secret.length; at += 1) {
      const piece = secret.slice(at, at + length);
      if (text.includes(piece) && (unlikely.test(piece) || piece.length > 11)) return piece;
    }
  }
  return undefined;
}

async function expectCleanName(context: CheckContext): Promise<void> {
  const { account, exchange } = await validated(context);
  if (account.secretIds.length === 0)
    notApplicable("account kind with a secret", "The account holds no secret");
  const name = nameIn(exchange);
  for (const id of account.secretIds) {
    const piece = pieceOf(String(account.members[id]), name, /\d.*[a-z]|[a-z].*\d|\d{4}|[^\w\s]/i);
    if (piece !== undefined)
      unmet(`The name holds ${piece.length} characters of "${id}"`, { witness: exchange });
  }
}

function nameIn({ text }: Exchange): string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? JSON.stringify(value["name"] ?? "").slice(1, -1) : "";
  } catch {
    return "";
  }
}
