import { expect, test } from "vitest";
import { ownCommand, ownOption } from "./own-command.js";

test("`ownCommand()` is what works in the user's shell", () => {
  expect(ownCommand({})).toBe("wellhead");
  expect(ownCommand({ npm_config_user_agent: "npm/11.0.0 node/v20.19.0" })).toBe("npx wellhead");
});

test("`ownOption()` passes an option through the script that started the command", () => {
  expect(ownOption({}, "--port 0")).toBe("--port 0");
  expect(ownOption({ npm_lifecycle_event: "npx" }, "--port 0")).toBe("--port 0");
  expect(ownOption({ npm_lifecycle_event: "start" }, "--port 0")).toBe("npm start -- --port 0");
  expect(ownOption({ npm_lifecycle_event: "dev" }, "--port 0")).toBe("npm run dev -- --port 0");
});
