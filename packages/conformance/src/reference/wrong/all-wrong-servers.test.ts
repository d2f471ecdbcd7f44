import { afterAll, beforeAll, expect, test } from "vitest";
import { type OAuthProvider, startOAuthProvider } from "../../oauth/oauth-provider.js";
import { allRequirements } from "../../requirements/all-requirements.js";
import { allWrongServers } from "./all-wrong-servers.js";
import { judgeWrong } from "./judge-wrong.js";

/**
 * Each wrong server is judged in the area of its requirement, which takes seconds. With EXACT=1 the whole suite
 * is run against each, which takes minutes and also proves that nothing in any other area fails.
 */
const whole = process.env["EXACT"] === "1";
const areas = new Map(allRequirements.map(({ id, area }) => [id, area]));
let provider: OAuthProvider;

beforeAll(async () => {
  provider = await startOAuthProvider();
});

afterAll(() => provider.close());

test("allWrongServers has one server at least for each requirement, and none for another", () => {
  const served = new Set(allWrongServers.map(({ requirement }) => requirement));
  expect([...areas.keys()].filter((id) => !served.has(id))).toEqual([]);
  expect([...served].filter((id) => !areas.has(id))).toEqual([]);
});

const cases = allWrongServers.map((server, index) => [`${index} ${server.requirement}`, server] as const);

test.each(cases)("runConformance() finds exactly what is wrong with server %s", async (_name, server) => {
  const area = areas.get(server.requirement) ?? "application";
  const { unmet, unjudged } = await judgeWrong(server, provider, whole ? undefined : [area]);
  const wanted = [server.requirement, ...(server.companions ?? [])].filter(
    (id) => whole || areas.get(id) === area,
  );
  expect(unmet).toEqual(wanted.toSorted());
  if (whole) expect(unjudged.length > 0).toBe(server.blocks === true);
});
