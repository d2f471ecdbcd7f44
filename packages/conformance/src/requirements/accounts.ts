import { reservedAccountKinds } from "@wellhead/contract";
import { unmet } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import { isSet } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { applicationOf } from "../target/application.js";
import { objectsIn } from "../target/read-declared.js";
import { type Declared, expectEach, expectUnique, typeFault } from "./member-checks.js";

/** Requirements on the entries of `authentication`. */
export const accountRequirements = defineRequirements(
  { area: "accounts", section: "GET /, authentication" },
  [
    {
      id: "accounts.id",
      level: "MUST",
      covers: ["kinds.ids", "kinds.members"],
      sentence: "The id of an account kind consists of lower-case letters, digits and hyphens",
      reason: "It is in every later request and in stored accounts",
      fix: 'Choose an id such as "token" or "api-key"',
      check: async (context) =>
        expectEach(await kindsOf(context), "account kind", ({ id }) =>
          typeof id === "string" && /^[a-z0-9-]+$/.test(id) ? undefined : `the id is ${JSON.stringify(id)}`,
        ),
    },
    {
      id: "accounts.id-unique",
      level: "MUST",
      covers: ["kinds.one-per-oauth", "kinds.ids"],
      sentence: "No two account kinds have the same id, so each OAuth version occurs at most once",
      reason: "The platform could not determine the kind of an account",
      fix: "Give each kind its own id; merge two kinds of one OAuth version",
      check: async (context) => {
        const kinds = await kindsOf(context);
        expectUnique(
          kinds.map(({ value }) => value["id"]),
          "authentication",
        );
      },
    },
    {
      id: "accounts.name",
      level: "MUST",
      covers: ["kinds.members"],
      sentence: "Every account kind has a name",
      reason: "People choose among kinds by name",
      fix: 'Add "name"',
      check: async (context) =>
        expectEach(await kindsOf(context), "account kind", ({ name }) =>
          typeof name === "string" && name.trim() !== "" ? undefined : `the name is ${JSON.stringify(name)}`,
        ),
    },
    {
      id: "accounts.description",
      level: "MUST",
      covers: ["kinds.members"],
      sentence: 'Every account kind has a "description", which may be empty',
      reason: "Older platforms print the member as it is",
      fix: 'Add "description"',
      check: async (context) =>
        expectEach(await kindsOf(context), "account kind", (kind) =>
          typeFault(kind, "description", "string"),
        ),
    },
    {
      id: "accounts.fields-array",
      level: "MUST",
      covers: ["kinds.members"],
      sentence: 'The "fields" of an account kind, when set, are an array',
      reason: "The form is drawn from it in order",
      fix: "Send an array of field objects",
      check: async (context) =>
        expectEach(await kindsOf(context), "account kind", ({ fields }) =>
          !isSet(fields) || Array.isArray(fields) ? undefined : '"fields" is not an array',
        ),
    },
    {
      id: "accounts.fields-omitted",
      level: "MUST",
      covers: ["kinds.fields-omitted"],
      sentence: 'A kind that asks for nothing leaves "fields" out',
      reason: "Some platforms draw an empty form for an empty array",
      fix: 'Leave "fields" out instead of sending an empty array',
      check: async (context) =>
        expectEach(await kindsOf(context), "account kind", ({ fields }) =>
          Array.isArray(fields) && fields.length === 0 ? '"fields" is an empty array' : undefined,
        ),
    },
    {
      id: "accounts.none-asks-nothing",
      level: "MUST",
      covers: ["kinds.fields-omitted"],
      sentence: 'The kind "none" asks for nothing',
      reason: "Platforms skip the account form for it, so its fields would never be filled in",
      fix: "Rename the kind, or drop its fields",
      check: async (context) => {
        const kinds = (await kindsOf(context)).filter(
          ({ value }) => value["id"] === reservedAccountKinds.none,
        );
        expectEach(kinds, 'account kind "none"', ({ fields }) =>
          Array.isArray(fields) && fields.length > 0 ? "it has fields" : undefined,
        );
      },
    },
    {
      id: "accounts.oauth-field",
      level: "MUST",
      covers: ["kinds.oauth-field"],
      sentence: "An OAuth kind lists exactly one field of type oauth",
      reason: "The button that starts the sign-in is drawn there",
      fix: 'Add one field {"id": "callback_uri", "type": "oauth"}',
      check: async (context) =>
        expectEach(await oauthKindsOf(context), "OAuth account kind", (kind) => {
          const count = oauthFields(kind).length;
          return count === 1 ? undefined : `it has ${count} fields of type oauth`;
        }),
    },
    {
      id: "accounts.oauth-field-id",
      level: "MUST",
      covers: ["kinds.oauth-field"],
      sentence: "The field of type oauth has the id and the title callback_uri",
      reason: "Platforms store the callback address under that id",
      fix: 'Set "id" and "title" to "callback_uri"',
      check: async (context) =>
        expectEach(await oauthKindsOf(context), "OAuth account kind", (kind) => {
          const odd = oauthFields(kind).find(
            ({ id, title }) => id !== "callback_uri" || title !== "callback_uri",
          );
          return odd === undefined
            ? undefined
            : `its field has id ${JSON.stringify(odd["id"])} and title ${JSON.stringify(odd["title"])}`;
        }),
    },
  ],
);

async function kindsOf(context: CheckContext): Promise<ReadonlyArray<Declared<JsonObject>>> {
  const { authentication } = await applicationOf(context);
  if (!Array.isArray(authentication)) unmet('"authentication" is not an array');
  return objectsIn(authentication).map((value, index) => ({ where: `authentication[${index}]`, value }));
}

async function oauthKindsOf(context: CheckContext): Promise<ReadonlyArray<Declared<JsonObject>>> {
  const ids: readonly unknown[] = [reservedAccountKinds.oauth1, reservedAccountKinds.oauth2];
  return (await kindsOf(context)).filter(({ value }) => ids.includes(value["id"]));
}

function oauthFields(kind: JsonObject): readonly JsonObject[] {
  return objectsIn(kind["fields"]).filter(({ type }) => type === "oauth");
}
