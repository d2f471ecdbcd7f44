/** Value of a property or a literal. */
type Value = string | number | boolean | null;

const tokenPattern =
  /\s*(?:(\(|\)|,)|'((?:[^']|'')*)'|([\w.]+'(?:[^']|'')*')|(-?\d[\w.:+-]*|[\da-f]{8}-[\da-f-]{27})|([A-Za-z_][\w/]*))/giy;

interface Token {
  readonly kind: "sign" | "text" | "enum" | "plain" | "word";
  readonly text: string;
}

function tokensOf(filter: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(tokenPattern);
  while (pattern.lastIndex < filter.trimEnd().length) {
    const found = pattern.exec(filter);
    if (found === null) throw new SyntaxError(`Could not read the filter: ${filter}`);
    const [, sign, quoted, member, plain, word] = found;
    if (sign !== undefined) tokens.push({ kind: "sign", text: sign });
    else if (quoted !== undefined) tokens.push({ kind: "text", text: quoted.replaceAll("''", "'") });
    else if (member !== undefined) tokens.push({ kind: "enum", text: member.split("'")[1] ?? "" });
    else if (plain !== undefined) tokens.push({ kind: "plain", text: plain });
    else tokens.push({ kind: "word", text: word ?? "" });
  }
  return tokens;
}

/**
 * Decides whether an entity matches a filter of OData: comparisons, `and`, `or`, parentheses and `startswith`.
 *
 * @param filter - The filter
 * @param entity - The entity
 * @returns Whether it matches
 * @throws SyntaxError when the filter is not valid, or names a property that the entity does not have
 */
export function evaluateFilter(filter: string, entity: Readonly<Record<string, unknown>>): boolean {
  const tokens = [...tokensOf(filter)];
  const take = (): Token => {
    const token = tokens.shift();
    if (token === undefined) throw new SyntaxError("The filter ends too early");
    return token;
  };
  const isNext = (text: string) => tokens[0]?.text === text && tokens[0].kind !== "text";
  const valueOf = ({ kind, text }: Token): Value => {
    if (kind === "text" || kind === "enum") return text;
    if (kind === "plain") return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
    if (["true", "false", "null"].includes(text)) return JSON.parse(text) as Value;
    if (!Object.hasOwn(entity, text)) throw new SyntaxError(`There is no property ${text}`);
    return entity[text] as Value;
  };
  const comparison = (): boolean => {
    if (isNext("(")) {
      take();
      const inner = alternatives();
      if (take().text !== ")") throw new SyntaxError("A parenthesis is not closed");
      return inner;
    }
    const first = take();
    if (first.text === "startswith") {
      const [, name, , start] = [take(), take(), take(), take(), take()];
      return String(valueOf(name)).startsWith(start.text);
    }
    const left = valueOf(first);
    const operator = take().text;
    return compare(left, operator, valueOf(take()));
  };
  const all = (): boolean => {
    let result = comparison();
    while (isNext("and")) {
      take();
      const next = comparison();
      result = result && next;
    }
    return result;
  };
  function alternatives(): boolean {
    let result = all();
    while (isNext("or")) {
      take();
      const next = all();
      result = result || next;
    }
    return result;
  }
  const result = alternatives();
  if (tokens.length > 0) throw new SyntaxError("The filter goes on after its end");
  return result;
}

/** Instants may have different numbers of decimals; with the same number, they sort as text. */
function sortable(value: Value): Value {
  const [, seconds, decimals = ""] = /^(\d{4}-\d\d-\d\dT[\d:]{8})(?:\.(\d+))?Z$/.exec(String(value)) ?? [];
  return seconds === undefined ? value : `${seconds}.${decimals.padEnd(12, "0")}`;
}

function compare(first: Value, operator: string, second: Value): boolean {
  const [left, right] = [sortable(first), sortable(second)];
  if (operator === "eq") return left === right;
  if (operator === "ne") return left !== right;
  if (left === null || right === null) return false;
  if (typeof left !== typeof right) throw new SyntaxError("The types of a comparison differ");
  const checks = { gt: left > right, ge: left >= right, lt: left < right, le: left <= right };
  const found = Object.entries(checks).find(([name]) => name === operator);
  if (found === undefined) throw new SyntaxError(`There is no operator ${operator}`);
  return found[1];
}
