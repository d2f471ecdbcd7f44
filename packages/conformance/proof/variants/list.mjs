// Legal variants of the connector, by name. None of them may lead to a finding.
import { filters } from "./filters.mjs";
import { options } from "./options.mjs";
import { rows } from "./rows.mjs";
import { third } from "./third.mjs";
import { wire } from "./wire.mjs";

/** Variants by name, and the names of each generation. */
export const variants = { ...rows, ...filters, ...options, ...wire, ...third };
export const names = {
  v2: Object.keys({ ...rows, ...filters, ...options, ...wire }),
  v3: Object.keys(third),
};

if (process.argv[2] === "print") process.stdout.write(JSON.stringify(names));
