import type { HttpCall, Shape } from "@wellhead/sdk";
import type { CallPlan } from "../http/call-plan.js";
import type { HttpSession } from "../http/http-session.js";
import { JsonItems } from "../http/items/json-items.js";
import { LineItems } from "../http/items/line-items.js";
import { readItems } from "../http/items/read-items.js";
import { decodeText } from "../http/parse-json.js";
import { readJson, readWhole } from "../http/read-reply.js";
import { openFile } from "./open-file.js";
import { openStream, readStream } from "./open-stream.js";

/**
 * Creates a call that is sent when it is read.
 *
 * @param session - Returns the client of the request
 * @param plan - Plans the call; throws when that is impossible
 * @returns The call
 */
export function makeCall(session: () => HttpSession, plan: () => CallPlan): HttpCall {
  const answer = async () => (await session().perform(plan(), readJson(session()))).answer;
  const bytes = async () =>
    await session().perform(plan(), (reply, clock) => readWhole(session(), reply, clock));
  return {
    json: async <Value>(shape?: Shape<Value>) => {
      const { body } = await answer();
      // Without a shape the author states the type; this code does not depend on it.
      return shape === undefined ? (body as Value) : shape.read(body);
    },
    answer,
    bytes,
    text: async () => decodeText(await bytes()),
    stream: () => streamCall(session(), plan()),
    file: async (range) => await openFile(session(), plan(), range),
    items: <Item>(path = "", shape?: Shape<Item>) => {
      const items = readItems<Item>(session, {
        plan,
        path,
        reader: ({ limits }) => new JsonItems({ path, bytes: limits.pageBytes, depth: limits.depth }),
      });
      return shape === undefined ? items : items.map((item) => shape.read(item, "item"));
    },
    lines: () =>
      readItems(session, {
        plan: () => withAccept(plan(), "application/x-ndjson"),
        reader: ({ limits }) => new LineItems({ bytes: limits.pageBytes, depth: limits.depth }),
      }),
  };
}

function withAccept(plan: CallPlan, accept: string): CallPlan {
  return { ...plan, headers: { accept, ...plan.headers } };
}

async function* streamCall(session: HttpSession, plan: CallPlan): AsyncGenerator<Uint8Array> {
  yield* readStream(session, plan, await openStream(session, plan));
}
