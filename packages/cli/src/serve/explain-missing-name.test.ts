import { expect, test } from "vitest";
import { explainMissingName } from "./explain-missing-name.js";

test.each([
  [
    "(0 , _sdk.pageNumbers) is not a function",
    '"pageNumbers" is not exported by the module that it is imported from. Did you mean "pageNumber"?',
  ],
  ["linkHeader is not defined", '"linkHeader" is not imported. Import it from "@wellhead/sdk"'],
  ["linkHeaders is not defined", '"linkHeaders" is not imported. Did you mean "linkHeader"?'],
  ["Cannot read properties of undefined", "Cannot read properties of undefined"],
])("explains %s", (message, explanation) => {
  expect(explainMissingName(message)).toBe(explanation);
});
