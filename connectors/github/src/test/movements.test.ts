import { configureEgress } from "@wellhead/runtime";
import { describeMovingLists, type MovingSource } from "@wellhead/test-support";
import { movingGithubLists, readMovingGithub } from "./moving-github.js";

configureEgress({ allow: "127.0.0.1/32:*" });

describeMovingLists(
  Object.fromEntries(
    Object.entries(movingGithubLists).map(([name, given]): [string, MovingSource] => [
      name,
      { count: 350, read: (list) => readMovingGithub(given, list) },
    ]),
  ),
);
