import { Agent, request } from "node:http";
import type { ReplicaProcess } from "./replica-process.js";

/** A response of POST /validate; its status is 0 if there was no response. */
export interface ValidateAnswer {
  readonly status: number;
  readonly accessToken: string | undefined;
  readonly refreshToken: string | undefined;
  /** The error that was returned instead of tokens, or why there was no response. */
  readonly fault: string | undefined;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Presents one account with an expired access token to all replicas at once.
 *
 * @param replicas - The replicas; the requests are distributed in turn
 * @param refreshToken - Refresh token of the account
 * @param count - Number of requests
 * @returns All responses
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
 * Counts the distinct pairs of tokens among responses.
 *
 * @param answers - The responses
 * @returns The number of distinct pairs among the successful responses
 */
export function countPairs(answers: readonly ValidateAnswer[]): number {
  const pairs = answers
    .filter(({ status }) => status === 200)
    .map(({ accessToken, refreshToken }) => `${accessToken} ${refreshToken}`);
  return new Set(pairs).size;
}

/**
 * Summarizes the responses whose status is not 200.
 *
 * @param answers - The responses
 * @returns A line for each distinct error, with its count
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
  // The endpoint returns only JSON objects.
  const body = JSON.parse(text) as Readonly<Record<string, string | undefined>>;
  return {
    status,
    accessToken: body["access_token"],
    refreshToken: body["refresh_token"],
    fault: status === 200 ? undefined : `${body["code"]}: ${body["message"]}`,
  };
}
