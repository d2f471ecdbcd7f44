import { expect, test } from "vitest";
import { valueCases } from "../fixtures/value-cases.js";
import { valueFault } from "./value-fault.js";

test.each(valueCases)(
  "valueFault() finds in a column of type %j with the value %j: %j",
  (type, value, fault) => {
    expect(valueFault(type, value)).toBe(fault);
  },
);
