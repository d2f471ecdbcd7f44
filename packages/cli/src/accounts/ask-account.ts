import type { Account, AccountKind, Application, Field } from "@wellhead/client";
import { didYouMean } from "@wellhead/contract/names";
import { usageError } from "../command-line/command-error.js";
import { printableText } from "../terminal/printable-text.js";
import type { Questions } from "./questions.js";

/** Types of fields that the user does not fill in. */
const displayed: ReadonlySet<string> = new Set(["link", "oauth"]);

/**
 * Finds the account kind to connect.
 *
 * @param application - The connector
 * @param typed - Id of the kind as typed; `undefined` to ask when there are several
 * @param questions - Asks the user
 * @returns The kind
 * @throws CommandError when the connector does not have the kind
 */
export async function chooseKind(
  { accountKinds, name }: Application,
  typed: string | undefined,
  questions: Questions,
): Promise<AccountKind> {
  const [only, ...others] = accountKinds;
  if (typed === undefined && only !== undefined && others.length === 0) return only;
  const list = accountKinds.map((kind, index) => `  ${index + 1}  ${kind.name} (${kind.id})\n`).join("");
  const answer = typed ?? (await questions.ask(`${printableLines(list)}Kind of account: `, false)).trim();
  const ids = accountKinds.map(({ id }) => id);
  const kind = accountKinds.find(({ id }, index) => id === answer || String(index + 1) === answer);
  if (kind !== undefined) return kind;
  throw usageError(
    `Could not choose the kind of account: ${name} does not have "${answer}".${didYouMean(answer, ids)}`,
    { details: [`Kinds: ${ids.join(", ")}`] },
  );
}

/**
 * Asks for the members of an account. Secret ones are not shown.
 *
 * @param kind - The account kind
 * @param given - Members that the command line has
 * @param questions - Asks the user
 * @returns The members
 * @throws CommandError when the kind does not have a given member
 */
export async function askMembers(
  { fields }: AccountKind,
  given: ReadonlyMap<string, string>,
  questions: Questions,
): Promise<Account> {
  const asked = fields.filter(({ type }) => !displayed.has(type));
  for (const id of given.keys()) {
    const ids = asked.map((field) => field.id);
    if (!ids.includes(id))
      throw usageError(`Could not read --field: the account has no member "${id}".${didYouMean(id, ids)}`);
  }
  const account: Record<string, unknown> = {};
  for (const field of asked) {
    const value = given.get(field.id) ?? (await askField(field, questions));
    if (value !== "") account[field.id] = value;
    else if (field.defaultValue !== undefined) account[field.id] = field.defaultValue;
  }
  return account;
}

async function askField(field: Field, questions: Questions): Promise<string> {
  const { title, id, type, required, placeholder, options, defaultValue } = field;
  const choices = options.map(({ value }) => String(value)).join(", ");
  const notes = [
    ...(choices === "" ? [] : [choices]),
    ...(placeholder === "" ? [] : [`such as ${placeholder}`]),
    ...(defaultValue === undefined ? [] : [`default: ${JSON.stringify(defaultValue)}`]),
    ...(required || defaultValue !== undefined ? [] : ["optional"]),
  ];
  const note = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  for (;;) {
    const prompt = `${printableText(`${title || id}${note}`)}: `;
    const answer = (await questions.ask(prompt, type === "password")).trim();
    if (answer !== "" || !required || defaultValue !== undefined) return answer;
  }
}

function printableLines(text: string): string {
  return text.split("\n").map(printableText).join("\n");
}
