import { expect, it } from "vitest";
import { CsvWriter } from "./csv-writer.js";

it("escapes text that begins like a formula when asked to, numbers never", () => {
  const columns = ["text", "any", "text", "text", "text", "json", "json"].map((kind) => ({
    name: kind,
    kind,
  }));
  const write = (formulaEscape: boolean) =>
    // The cast is safe: the names are kinds of columns.
    new CsvWriter(columns as ConstructorParameters<typeof CsvWriter>[0], {
      format: "csv",
      separator: "\r\n",
      formulaEscape,
    })
      .write(Buffer.from(String.raw`["=1+1",-5,"\t=1","a=1","@x,y","-1","=1"]`))
      .toString();
  expect(write(true)).toBe(`'=1+1,-5,'\t=1,a=1,"'@x,y",-1,'=1`);
  expect(write(false)).toBe(`=1+1,-5,\t=1,a=1,"@x,y",-1,=1`);
});
