// Run by `node --test`: shows that the kit needs no other test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answers, startConnector } from "../index.js";
import { answerAsTracker, tracker, trackerIssues, trackerToken } from "./tracker.js";

void test("rows() reads every page", async () => {
  const started = await startConnector(tracker, {
    account: { auth: "token", token: trackerToken },
    upstream: answers(answerAsTracker),
  });
  const { rows } = await started.rows("issues", { filter: { project: "engine" } });
  assert.equal(rows.length, trackerIssues.length);
  await started.close();
});
