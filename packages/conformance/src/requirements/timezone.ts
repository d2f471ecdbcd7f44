import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { accountOf, wrongAccountOf } from "../target/account.js";
import { applicationOf } from "../target/application.js";

/** Requirements on POST /timezone. */
export const timezoneRequirements = defineRequirements(
  { area: "timezone", section: "Optional v2 endpoints, time zone" },
  [
    {
      id: "timezone.answers",
      level: "MUST",
      covers: ["timezone.answer"],
      sentence: "POST /timezone returns 200 for an account",
      reason: 'The platform computes "today" with it',
      fix: "Respond with the offset of the account's zone",
      check: async (context) => expectStatus(await askZone(context), 200),
    },
    {
      id: "timezone.form",
      level: "MUST",
      covers: ["timezone.answer"],
      sentence: '"timeZone" is written +HH:MM or -HH:MM',
      reason: "The platform takes a zone name for UTC without a word",
      fix: "Turn the zone into its present offset",
      check: async (context) => {
        const { timeZone } = objectOf(await askZone(context));
        const right = typeof timeZone === "string" && /^[+-]\d\d:\d\d$/.test(timeZone);
        if (!right) unmet(`"timeZone" is ${JSON.stringify(timeZone)}`);
      },
    },
    {
      id: "timezone.range",
      level: "MUST",
      covers: ["timezone.answer"],
      sentence: "The offset is one that exists on Earth, from -12:00 to +14:00",
      reason: "An offset in other units shifts every date",
      fix: "Send hours and minutes",
      check: async (context) => {
        const { timeZone } = objectOf(await askZone(context));
        const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(String(timeZone)) ?? [];
        if (sign === undefined) notApplicable("offset", '"timeZone" is not an offset');
        const total = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
        if (total < -720 || total > 840 || Number(minutes) > 59) unmet(`"timeZone" is "${String(timeZone)}"`);
      },
    },
    {
      id: "timezone.account-wrong",
      level: "MUST",
      covers: ["errors.401", "timezone.answer"],
      sentence: "An invalid account returns 401",
      reason: "The zone is part of the account",
      fix: "Return 401 when the provider refuses the account",
      check: async (context) => {
        await askZone(context);
        const { wrong } = await wrongAccountOf(context);
        expectStatus(await context.post("/timezone", { account: wrong.flat }), 401);
      },
    },
  ],
);

async function askZone(context: CheckContext): ReturnType<CheckContext["post"]> {
  const { features } = await applicationOf(context);
  if (!isObject(features) || features["timezone"] !== true)
    notApplicable("features.timezone", "GET / does not declare it");
  return context.post("/timezone", { account: (await accountOf(context)).flat });
}
