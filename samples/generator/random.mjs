/**
 * A seeded source of random numbers, so that every run makes the same bytes (the sfc32 recurrence).
 *
 * @param {string} seed - Any text; each data set has its own, so that changing one leaves the others alone
 */
export function makeRandom(seed) {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, hash(seed)];
  function next() {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  }
  for (let round = 0; round < 16; round += 1) next();

  /** Between two numbers, evenly. */
  const between = (low, high) => low + (high - low) * next();
  /** A whole number, both ends included. */
  const whole = (low, high) => Math.floor(between(low, high + 1));
  /** About a mean, bell-shaped: the sum of six even draws. */
  const about = (mean, spread) => {
    let sum = -3;
    for (let draw = 0; draw < 6; draw += 1) sum += next();
    return mean + spread * sum * Math.SQRT2;
  };
  const chance = (probability) => next() < probability;
  const pick = (list) => list[Math.floor(next() * list.length)];
  /** One of a list, by the weight each has. */
  const weighted = (list, weight = (item) => item.weight) => {
    let left = next() * list.reduce((sum, item) => sum + weight(item), 0);
    return list.find((item) => (left -= weight(item)) < 0) ?? list.at(-1);
  };
  return { next, between, whole, about, chance, pick, weighted };
}

function hash(text) {
  let value = 2166136261;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0), 16777619);
  return value;
}
