import assert from "node:assert/strict";
import { type Connector, checkOptions, defineConnector, text } from "@wellhead/sdk";

// #region check-options
interface MoonsOptions {
  readonly planet?: string;
}

function moons(options: MoonsOptions = {}): Connector {
  checkOptions(options, { of: "moons", known: { planet: true } });
  return defineMoons(options.planet);
}
// #endregion check-options

/** Checks the example of an operator's options. */
export function checkOperatorOptions(): void {
  assert.equal(moons({ planet: "Jupiter" }).description, "Moons of Jupiter");
  // The compiler reports this in TypeScript, but not in a configuration that is JavaScript.
  const misspelt: object = { plant: "Jupiter" };
  assert.throws(() => moons(misspelt), {
    message: 'Could not read the options of moons: there is no "plant". Did you mean "planet"?',
  });
}

function defineMoons(planet = "all planets"): Connector {
  return defineConnector({
    id: "moons",
    name: "Moons",
    version: "1.0.0",
    description: `Moons of ${planet}`,
    sources: (source) => ({
      moons: source({ name: "Moons", fields: { name: text() }, rows: () => [{ name: "Io" }] }),
    }),
  });
}
