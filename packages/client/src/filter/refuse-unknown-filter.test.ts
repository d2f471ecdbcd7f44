import { expect, test } from "vitest";
import { readApplication } from "../describe/read-application.js";
import { refuseUnknownFilter } from "./refuse-unknown-filter.js";

function refuse(filter: Readonly<Record<string, unknown>>, fields: readonly object[]): void {
  const [source] = readApplication({ sources: [{ id: "s", filter: fields }] }).sources;
  if (source !== undefined) refuseUnknownFilter(filter, source);
}

test("refuseUnknownFilter() accepts the filters of a source, and names one that is none", () => {
  const fields = [{ id: "region" }, { id: "day" }, { id: "help", type: "link" }];
  for (const filter of [{}, { region: 1 }, { day: 1, region: undefined }])
    expect(() => refuse(filter, fields)).not.toThrow();
  expect(() => refuse({ region: 1, zzz: 1 }, fields)).toThrow(
    'Could not read "s": it has no filter "zzz". Filters: region, day.',
  );
  expect(() => refuse({ help: 1 }, fields)).toThrow(
    expect.objectContaining({
      field: "help",
      message: expect.stringContaining('it has no filter "help"') as string,
    }),
  );
  expect(() => refuse({ a: 1 }, [])).toThrow('it has no filter "a". It has no filters.');
});
