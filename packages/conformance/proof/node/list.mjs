import { faults as accounts } from "./accounts.mjs";
import { faults as answers } from "./answers.mjs";
import { faults as filters } from "./filters.mjs";
import { faults as fresh } from "./fresh.mjs";
import { faults as hostile } from "./hostile.mjs";
import { faults as kept } from "./kept.mjs";
import { faults as quiet } from "./quiet.mjs";

/** Every planted fault, by the file that defines it. Run as a program, this file prints them. */
export const lists = { accounts, answers, filters, fresh, hostile, kept, quiet };

if (process.argv[2] === "print") {
  const described = Object.entries(lists).flatMap(([file, faults]) =>
    faults.map(({ id, says, areas, serious, account, provider }) => ({
      file,
      id,
      says,
      areas,
      serious,
      account,
      provider,
    })),
  );
  process.stdout.write(JSON.stringify(described));
}
