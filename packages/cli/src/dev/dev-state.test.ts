import type { UpstreamCall } from "@wellhead/mcp";
import { expect, test } from "vitest";
import { DevBoard } from "./dev-state.js";

const call: UpstreamCall = {
  connector: "c",
  requestId: "r",
  method: "GET",
  host: "api.example",
  path: "/",
  attempt: 1,
  ms: 1,
};

test("DevBoard.add() hides a token where it was issued, once a later call has sent it as a credential", () => {
  const board = new DevBoard();
  const followed: string[] = [];
  board.follow((event, data) => followed.push(event, JSON.stringify(data)));
  board.add({ ...call, path: "/enter", received: String.raw`{"ticket":"abc\/def123"}` });
  expect(JSON.stringify(board.calls)).toContain("def123");
  board.add({ ...call, query: "?ticket=abc/def123", received: '{"rows":["abc/def123"]}' }, ["abc/def123"]);
  expect(board.calls).toEqual([
    { ...call, path: "/enter", received: '{"ticket":"[not shown]"}' },
    { ...call, query: "?ticket=[not shown]", received: '{"rows":["[not shown]"]}' },
  ]);
  expect(followed.at(-1)).not.toContain("def123");
});

test("DevBoard.add() takes the mark of a secret of the account for no credential", () => {
  const board = new DevBoard();
  board.add({ ...call, sent: "[secret]" }, ["[secret]"]);
  expect(board.calls).toEqual([{ ...call, sent: "[secret]" }]);
});
