import { CommandError } from "../command-error.js";
import { type Answer, type Call, send } from "./call.js";

const largestAnswer = 64 * 1024 * 1024;

/**
 * Calls a connector and reads its JSON answer.
 *
 * @param call - Method, address, body
 * @returns The parsed body of a success
 * @throws CommandError `refused` for an error answer, `unreachable` when the answer is no JSON
 */
export async function callForJson(call: Call): Promise<unknown> {
  const answer = await send(call);
  await refuseErrors(answer, call);
  const text = await readText(answer, call);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw new CommandError(
      "unreachable",
      `Read the answer of ${call.method} ${call.url.href}: found ${describe(text)}, wanted JSON; is this the address of a connector?`,
      { cause: error },
    );
  }
}

/**
 * Throws what an error answer says.
 *
 * @param answer - Any answer
 * @param call - The call it answers
 * @throws CommandError `refused` unless the status is 2xx
 */
export async function refuseErrors(answer: Answer, call: Call): Promise<void> {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return;
  if (status >= 300 && status < 400) {
    answer.body.destroy();
    throw new CommandError(
      "unreachable",
      `Call ${call.method} ${call.url.href}: found a redirect to ${headers.location ?? "nowhere"}, wanted an answer; use the address it leads to`,
    );
  }
  const text = await readText(answer, call).catch(() => "");
  const retryAfter = headers["retry-after"];
  throw new CommandError(
    "refused",
    `${call.method} ${call.url.pathname === "" ? "/" : call.url.pathname}: ${readMessage(text)} (status ${status})`,
    { details: retryAfter === undefined ? [] : [`Try again in ${retryAfter} s`] },
  );
}

function readMessage(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) {
      const members = new Map<string, unknown>(Object.entries(value));
      const message = members.get("error") ?? members.get("message");
      if (typeof message === "string" && message !== "") return message.slice(0, 2000);
    }
  } catch {
    // Not JSON: an error page, whose text is for browsers.
  }
  return "the connector refused without a reason";
}

async function readText({ body }: Answer, call: Call): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      const bytes: Uint8Array = Buffer.from(chunk);
      size += bytes.length;
      if (size > largestAnswer) throw new Error("the answer is larger than 64 MiB");
      chunks.push(bytes);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError("unreachable", `Read the answer of ${call.method} ${call.url.href}: ${why}`, {
      cause: error,
    });
  }
  return Buffer.concat(chunks).toString("utf8");
}

function describe(text: string): string {
  if (text.trim() === "") return "nothing";
  return /^\s*</.test(text) ? "a web page" : `"${text.trim().slice(0, 40)}"`;
}
