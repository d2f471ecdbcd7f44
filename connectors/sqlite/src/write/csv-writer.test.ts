import { expect, it } from "vitest";
import { CsvWriter } from "./csv-writer.js";

it("makes text that begins like a formula plain when asked to, numbers never", () => {
  const cells = Buffer.from(String.raw`["=1+1",-5,"\t=1","a=1","@x,y"]`);
  const write = (formulaEscape: boolean) =>
    new CsvWriter({ format: "csv", separator: "\r\n", formulaEscape }).write(cells).toString();
  expect(write(true)).toBe(`'=1+1,-5,'\t=1,a=1,"'@x,y"`);
  expect(write(false)).toBe(`=1+1,-5,\t=1,a=1,"@x,y"`);
});
