import { expect, it } from "vitest";
import type { FoundFile } from "../folder/found-file.js";
import { omissionNotices } from "./omission-notices.js";

const file: FoundFile = {
  path: "/a.csv",
  name: "a.csv",
  stem: "a",
  ending: ".csv",
  kind: "csv",
  size: 1,
  version: "1",
};

it("`omissionNotices()` names what is left out, and not too many names", () => {
  expect(omissionNotices({ files: [file], tables: [], leftOut: 0, unreadable: [] })).toEqual([]);
  const names = Array.from({ length: 7 }, (_, index) => `f${index}`);
  const [leftOut, other] = omissionNotices({ files: [file], tables: [], leftOut: 2, unreadable: names });
  expect(leftOut).toContain("The folder has 3 files: the first 1 by name are sources, 2 are left out.");
  expect(other).toContain(
    'cannot be opened: "f0", "f1", "f2", "f3", "f4", 2 others. Rename the files and folders',
  );
  expect(omissionNotices({ files: [], tables: [], leftOut: 0, unreadable: ["a"] })[0]).toContain(
    "Rename the file or folder to read it",
  );
});
