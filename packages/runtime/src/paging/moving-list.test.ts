import { describeMovingLists, type MovingSource } from "@wellhead/test-support";
import { movingKinds, readMoving, readMovingApart } from "../../test/moving-upstream.js";

describeMovingLists(
  Object.fromEntries(
    Object.entries(movingKinds).map(([name, kind]): [string, MovingSource] => [
      name,
      { count: 45, read: (list) => readMoving(kind, list) },
    ]),
  ),
);

// Whether a list that can change its order has stayed the same is known only to a process that has read all of it.
const apart = [
  "offset, oldest first",
  "page number without total, newest first",
  "cursor in body, oldest first",
];

describeMovingLists(
  Object.fromEntries(
    apart.map((name): [string, MovingSource] => {
      const kind = movingKinds[name];
      if (kind === undefined) throw new TypeError(`there is no kind "${name}"`);
      return [`${name}, in processes`, { count: 45, read: (list) => readMovingApart(kind, list) }];
    }),
  ),
);
