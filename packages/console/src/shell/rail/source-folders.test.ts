import { readApplication } from "@wellhead/client";
import { expect, test } from "vitest";
import { pageApplication } from "../../connect/connectors/application.js";
import { sourceFolders } from "./source-folders.js";

function folders(sources: readonly (readonly [id: string, name: string])[]): readonly string[] {
  const described = readApplication({ name: "Tea", sources: sources.map(([id, name]) => ({ id, name })) });
  return sourceFolders(pageApplication(described).sources).map(
    ({ name, prefix, sources: listed }) => `${name} [${prefix}] ${listed.map(({ id }) => id).join(" ")}`,
  );
}

const plain = Array.from({ length: 9 }, (_, at) => [`plain${at}`, `Plain ${at}`] as const);
const plainIds = plain.map(([id]) => id).join(" ");

test("`sourceFolders()` groups many sources by the folder in their ids, and loses none", () => {
  const listed = [
    ["2024/may/sales", "2024 / May / Sales"],
    ["2024/may/stock.v2", "2024 / May / Stock.v2"],
    ["2024/alone", "Alone"],
    ...plain,
    ["book/A", "Left"],
    ["book/B", "Right"],
    ["book/B/part", "A part"],
  ] as const;
  expect(folders(listed)).toEqual([
    ` [] 2024/alone ${plainIds} book/B/part`,
    "2024 / May [2024 / May / ] 2024/may/sales 2024/may/stock.v2",
    "book [] book/A book/B",
  ]);
});

test("`sourceFolders()` groups by the schema where no id has a folder", () => {
  const listed = [
    ["public.a", "public.a"],
    ["public.b", "public.b"],
    ["other.c", "other.c"],
    ...plain,
  ] as const;
  expect(folders([...listed, ["d", "d"]])).toEqual([
    ` [] other.c ${plainIds} d`,
    "public [public.] public.a public.b",
  ]);
});

test("`sourceFolders()` leaves few sources as they are, and names that start alike by chance", () => {
  expect(
    folders([
      ["a/b", "A / B"],
      ["a/c", "A / C"],
    ]),
  ).toEqual([" [] a/b a/c"]);
  const alike = [["a/b", "Tea one"], ["a/c", "Tea two"], ...plain, ["e", "E"], ["f", "F"]] as const;
  expect(folders(alike)).toEqual([` [] ${plainIds} e f`, "a [] a/b a/c"]);
});
