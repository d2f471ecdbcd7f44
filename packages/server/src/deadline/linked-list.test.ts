import { expect, test } from "vitest";
import { type Link, LinkedList } from "./linked-list.js";

test("`LinkedList` keeps the order of what is added and removed anywhere, like a set of the same values", () => {
  const list = new LinkedList<number>();
  const links: Link<number>[] = [];
  const model = new Set<number>();
  let random = 7;
  for (let step = 0; step < 1000; step += 1) {
    random = (random * 48_271) % 2_147_483_647;
    if (random % 5 < 3 || links.length === 0) {
      links.push(list.append(step));
      model.add(step);
    } else {
      const link = links[random % links.length];
      if (link === undefined) continue;
      list.remove(link);
      model.delete(link.value);
    }
    expect(list.size).toBe(model.size);
    expect(list.first?.value).toBe([...model][0]);
    expect(list.find((value) => value === list.first?.value)).toBe(list.first);
  }
  expect(list.values()).toEqual([...model]);
  const odd = list.find((value) => value % 2 === 1);
  expect(odd?.value).toBe([...model].find((value) => value % 2 === 1));
  expect(list.find(() => false)).toBe(undefined);
});

test("`remove()` ignores what was removed before, even when others were added since", () => {
  const list = new LinkedList<string>();
  const [first, second] = ["a", "b"].map((value) => list.append(value));
  if (first === undefined || second === undefined) throw new Error("two values were added");
  expect([list.first, list.last]).toEqual([first, second]);
  list.remove(second);
  list.append("c");
  list.remove(second);
  list.remove(first);
  list.remove(first);
  expect([list.values(), list.size, list.first?.value, list.last?.value]).toEqual([["c"], 1, "c", "c"]);
});
