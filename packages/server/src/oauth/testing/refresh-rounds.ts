import { Agent, request } from "node:http";
import type { ReplicaProcess } from "./replica-process.js";

/** One answer of POST /validate; status 0 when there was none. */
export interface ValidateAnswer {
  readonly status: number;
  readonly accessToken: string | undefined;
  readonly refreshToken: string | undefined;
  /** What was answered instead of tokens, or why there was no answer. */
  readonly fault: string | undefined;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Presents one account whose access token is over to all replicas at once.
 *
 * @param replicas - The replicas, taken in turn
 * @param refreshToken - Refresh token of the account
 * @param count - How many requests
 * @returns Every answer
 */
export async function presentEverywhere(
  replicas: readonly ReplicaProcess[],
  refreshToken: string,
  count: number,
): Promise<readonly ValidateAnswer[]> {
  return await Promise.all(
    Array.from({ length: count }, (_, index) =>
      validate(replicas[index % replicas.length]?.url ?? "", refreshToken),
    ),
  );
}

/**
 * Counts the distinct pairs of tokens among answers.
 *
 * @param answers - The answers
 * @returns How many there are among those that succeeded
 */
export function countPairs(answers: readonly ValidateAnswer[]): number {
  const pairs = answers
    .filter(({ status }) => status === 200)
    .map(({ accessToken, refreshToken }) => `${accessToken} ${refreshToken}`);
  return new Set(pairs).size;
}

/**
 * Sums up the answers that are not 200.
 *
 * @param answers - The answers
 * @returns A line for each different fault, with how often it came
 */
export function sumUpFaults(answers: readonly ValidateAnswer[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { status, fault = "" } of answers) {
    if (status !== 200) counts.set(`${status} ${fault}`, (counts.get(`${status} ${fault}`) ?? 0) + 1);
  }
  return [...counts].map(([fault, count]) => `${count} × ${fault}`);
}

function noAnswer(error: Error): ValidateAnswer {
  return { status: 0, accessToken: undefined, refreshToken: undefined, fault: error.message };
}

function validate(url: string, refreshToken: string): Promise<ValidateAnswer> {
  const fields = { access_token: "old", refresh_token: refreshToken, expires_on: "2020-01-01T00:00:00.000Z" };
  return new Promise((resolve) => {
    const call = request(
      `${url}/validate`,
      { method: "POST", agent, headers: { "content-type": "application/json" } },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("error", (error) => resolve(noAnswer(error)));
        response.on("end", () => resolve(answerOf(response.statusCode ?? 0, text)));
      },
    );
    call.on("error", (error) => resolve(noAnswer(error)));
    call.end(JSON.stringify({ id: "oauth2", fields }));
  });
}

function answerOf(status: number, text: string): ValidateAnswer {
  // The endpoint answers JSON objects only.
  const body = JSON.parse(text) as Readonly<Record<string, string | undefined>>;
  return {
    status,
    accessToken: body["access_token"],
    refreshToken: body["refresh_token"],
    fault: status === 200 ? undefined : `${body["code"]}: ${body["message"]}`,
  };
}
