import { describeMovingLists, type MovingSource } from "@wellhead/test-support";
import { movingKinds, readMoving } from "../../test/moving-upstream.js";

describeMovingLists(
  Object.fromEntries(
    Object.entries(movingKinds).map(([name, kind]): [string, MovingSource] => [
      name,
      { count: 45, read: (list) => readMoving(kind, list) },
    ]),
  ),
);
