import { expect, test } from "vitest";
import { emptyView, formatView, parseView, readBase, type ViewState } from "./view-state.js";

test("`formatView()` and `parseView()` keep a view whole", () => {
  const view: ViewState = {
    base: "http://127.0.0.1:8080/tea/",
    source: "orders & more",
    filter: { day: "LAST 7 DAYS", kinds: ["a,b", "#c"], text: "=&?" },
    tab: "chart",
    chart: {
      kind: "bar",
      x: "day",
      unit: "month",
      measures: [{ function: "count" }, { function: "sum", column: "amount" }],
      series: "region",
      stack: true,
    },
    summary: {
      by: [{ column: "day", unit: "month" }, { column: "region" }],
      measures: [
        { function: "share" },
        { function: "share", column: "a" },
        { function: "mean", column: "b" },
      ],
      isPivot: true,
    },
    search: "a & b",
    where: [
      { column: "a,b", operator: "at-least", value: "9007199254740993" },
      { column: "", operator: "equals", value: "" },
      { column: "c", operator: "not-empty" },
    ],
    sort: [{ column: "day:x", isDescending: true }, { column: "-a,b\nc" }],
    sql: "select 1 -- & =",
  };
  expect(parseView(`#${formatView(view)}`)).toEqual(view);
  expect(parseView(formatView(emptyView))).toEqual(emptyView);
});

test("`parseView()` leaves out what it cannot read", () => {
  expect(
    parseView(
      '#connector=javascript:alert(1)&filter=[1]&tab=x&chart={}&sort=up:a&sort=asc:&where=[[1,2],["a","x","1"],["a","less",1],7]',
    ),
  ).toEqual(emptyView);
});

test("`readBase()` takes paths of this service and addresses of the web", () => {
  expect(readBase("/tea/")).toBe("/tea/");
  expect(readBase("https://a.example/x?y#z")).toBe("https://a.example/x");
  for (const wrong of [
    "//evil.example/",
    "ftp://a/",
    "file:///etc/passwd",
    "https://u:p@a.example/",
    "tea",
  ]) {
    expect(readBase(wrong)).toBeUndefined();
  }
});
