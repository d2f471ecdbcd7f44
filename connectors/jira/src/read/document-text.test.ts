import { expect, it } from "vitest";
import { documentText } from "./document-text.js";

const link = (href: string) => [{ type: "link", attrs: { href } }];

it.each([
  [
    "a link",
    { type: "text", text: "the plan", marks: link("https://e.example/p") },
    "the plan (https://e.example/p)",
  ],
  [
    "a link that is its text",
    { type: "text", text: "https://e.example", marks: link("https://e.example") },
    "https://e.example",
  ],
  [
    "a card with its address",
    { type: "inlineCard", attrs: { url: "https://e.example/1" } },
    "https://e.example/1",
  ],
  [
    "a card with data",
    { type: "inlineCard", attrs: { data: { url: "https://e.example/2" } } },
    "https://e.example/2",
  ],
])("reads %s", (_name, node, expected) => {
  expect(documentText({ type: "doc", content: [{ type: "paragraph", content: [node] }] })).toBe(expected);
});
