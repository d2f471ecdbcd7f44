import { upstreamInvalid } from "@wellhead/sdk";
import { once, rawAnswer } from "../upstream-faults/upstream-faults.js";
import { canary, formsOf } from "./canary.js";
import type { MatrixFault } from "./fault-cell.js";

/** All forms of the secret, for bodies. */
const all = formsOf(canary).join(" ");
const escaped = JSON.stringify(all);
const codes: ReadonlyMap<number, string> = new Map([
  [302, "upstream_invalid"],
  [400, "upstream_invalid"],
  [401, "account_invalid"],
  [402, "account_invalid"],
  [403, "account_invalid"],
  [404, "invalid_field"],
  [422, "upstream_invalid"],
  [429, "rate_limited"],
  [500, "upstream_unavailable"],
]);

/** Responses in which the upstream repeats the account's secret, in every form and part that is possible. */
export const echoFaults: readonly MatrixFault[] = [
  ...[...codes].map(([status, code]) => ({
    title: `the secret comes back with status ${status}`,
    answer: once(rawAnswer(`{"error":${escaped}}`, headers(status), `${status} No ${canary}`)),
    code,
    requests: status === 500 ? 3 : 1,
    ...(status === 429 && { waits: [9000] }),
  })),
  body("web page", `<html>${all}</html>`),
  body("broken JSON", `{"items":[{"id":${escaped}`),
  body("wrong shape", `{"items":{${escaped}:${escaped}}}`),
  body("wrong encoding", "x", [`content-encoding: ${canary}`]),
  body(
    "next page elsewhere",
    `{"items":[],"next":"http://other.example/?key=${encodeURIComponent(canary)}"}`,
  ),
  body("next page that is none", `{"items":[],"next":${JSON.stringify(`http://[${canary}`)}}`),
  {
    ...body("error inside 200, which the connector repeats", `{"items":[],"error":${escaped}}`),
    definition: {
      fault: ({ body: found }) => {
        const text = JSON.stringify(found);
        return text.includes('"error"')
          ? upstreamInvalid(`Could not read a list: it said ${text} ${all}.`)
          : undefined;
      },
    },
  },
  {
    title: "the secret comes back in a redirect that is followed to nowhere",
    answer: once(
      rawAnswer("", [`location: http://user:${encodeURIComponent(canary)}@a.example/`], "302 Found"),
    ),
    code: "upstream_invalid",
    requests: 1,
    definition: { redirects: 3 },
  },
];

function body(title: string, text: string, lines: readonly string[] = []): MatrixFault {
  return {
    title: `the secret comes back in a ${title}`,
    answer: once(rawAnswer(text, lines)),
    code: "upstream_invalid",
    requests: 1,
  };
}

function headers(status: number): string[] {
  return [
    `x-echo: ${canary}`,
    `www-authenticate: Bearer realm="${canary}"`,
    `location: /elsewhere?key=${encodeURIComponent(canary)}`,
    `link: <http://a.example/${encodeURIComponent(canary)}>; rel="next"`,
    ...(status === 429 ? ["retry-after: 9"] : []),
  ];
}
