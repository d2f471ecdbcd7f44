import { expect, test } from "vitest";
import { csvLine } from "./csv-line.js";

test("`csvLine()` quotes what needs it and tells null from empty text", () => {
  expect(csvLine(["a", 'b "c"', "d,e", "f\ng", 1, true, null, undefined, "", [1, 2]])).toBe(
    'a,"b ""c""","d,e","f\ng",1,true,,,"","[1,2]"\r\n',
  );
});
