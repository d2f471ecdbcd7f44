import { Results, SpareEngine } from "@wellhead/results";
import { expect, test } from "vitest";
import { RunContext } from "./run-context.js";
import { runSource } from "./run-source.js";

/** A run whose engine has started once `start` is called. */
class SlowContext extends RunContext {
  start: (results: Results) => void = () => undefined;

  override openResults(): Promise<Results> {
    return new Promise((resolve) => {
      this.start = resolve;
    });
  }
}

test("`runSource()` reports a fault without waiting for the engine, and closes it once it has started", async () => {
  const fetch = () => Promise.resolve(Response.json({ error: "no such service" }, { status: 404 }));
  const context = new SlowContext({
    id: "run",
    own: new URL("http://127.0.0.1:1/"),
    reach: { fetch, listed: () => undefined },
    spare: new SpareEngine({ maxMemory: 2 ** 28 }),
  });
  const { result, closed } = await runSource({ base: "/c/", source: "s", filter: {} }, context);
  expect(result).toMatchObject({ ending: "refused", rowCount: 0 });
  const results = await Results.open({ maxMemory: 2 ** 28 });
  context.start(results);
  await closed;
  await expect(results.inspect("select 1")).rejects.toThrow("the engine ended");
});
