import { rightToken } from "./reference/reference-application.js";
import { startReference } from "./reference/start-reference.js";
import { testConformance } from "./vitest.js";

testConformance(() => startReference({ variant: "single" }), {
  account: { auth: "token", token: rightToken },
});
