import { rightToken } from "./fixtures/reference-application.js";
import { startReference } from "./fixtures/start-reference.js";
import { testConformance } from "./vitest.js";

testConformance(() => startReference({ variant: "single" }), {
  account: { auth: "token", token: rightToken },
  only: ["application", "sources", "logo"],
});
