/** Shorter values are not protected, because they also occur in many unrelated texts. */
const minLength = 4;
/** Minimum length of a value whose encoded forms are protected too. */
const minEncodedLength = 6;
/** Minimum length of the start of a secret that is replaced where a text is truncated. */
const minPartialLength = 6;
const ellipsis = "…";
/** A shorter text without an ellipsis is not treated as truncated. */
const minCutLength = 1000;
/** Longer forms are searched only as a whole. */
const maxFormLength = 512;
const replacement = "[redacted]";

/**
 * Replaces secrets in every message that leaves the server, however they are encoded. It searches for values, not for
 * names, so that a secret is found wherever a connector repeats it.
 */
export class Redactor {
  readonly #forms = new Set<string>();
  /** What finds the forms, and the start of each. */
  #patterns: { readonly whole: RegExp; readonly start: RegExp } | undefined;

  /**
   * Adds secrets. They are never removed: a token that was replaced may still be valid.
   *
   * @param secrets - The values
   */
  add(secrets: readonly string[]): void {
    const before = this.#forms.size;
    for (const secret of secrets) for (const form of formsOf(secret)) this.#forms.add(form);
    if (this.#forms.size !== before) this.#patterns = undefined;
  }

  /**
   * Replaces secrets in a text.
   *
   * @param text - Any text
   * @returns The text without secrets
   */
  text(text: string): string {
    if (this.#forms.size === 0) return text;
    const starts = () => new Set([...this.#forms].map((form) => form.slice(0, minPartialLength)));
    // Starts are looked ahead for, because the next one may begin within one that is followed by something else.
    this.#patterns ??= {
      whole: new RegExp(alternatives(this.#forms), "gi"),
      start: new RegExp(`(?=${alternatives(starts())})`, "gi"),
    };
    const { whole, start } = this.#patterns;
    return this.#withoutPartial(text.replaceAll(whole, replacement), start);
  }

  /**
   * Replaces secrets in a text, then truncates it. Truncating first could leave the start of a secret.
   *
   * @param text - Any text
   * @param maxCharacters - Maximum number of characters
   * @returns The text; ends with an ellipsis when it was cut
   */
  cut(text: string, maxCharacters: number): string {
    const redacted = this.text(text);
    if (redacted.length <= maxCharacters) return redacted;
    // A surrogate pair must not be split.
    return `${redacted.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
  }

  /**
   * Replaces secrets in a text, then removes its middle: the end of an error of the compiler says what is wrong.
   *
   * @param text - Any text
   * @param maxCharacters - Maximum number of characters
   * @returns The text; has an ellipsis where it was cut
   */
  cutMiddle(text: string, maxCharacters: number): string {
    const redacted = this.text(text);
    if (redacted.length <= maxCharacters) return redacted;
    const end = Math.ceil((maxCharacters * 2) / 3);
    // A surrogate pair must not be split.
    return this.cut(redacted, maxCharacters - end) + redacted.slice(-end).replace(/^[\uDC00-\uDFFF]/, "");
  }

  /**
   * Replaces the start of a secret before an ellipsis, and at the end of a long text: the text may have been truncated
   * before it arrived.
   */
  #withoutPartial(text: string, start: RegExp): string {
    if (text.length < minCutLength && !text.includes(ellipsis)) return text;
    let kept = "";
    let from = 0;
    for (const { index } of text.matchAll(start)) {
      const end = text.slice(index, index + maxFormLength).indexOf(ellipsis);
      const isCut = end !== -1 || (text.length >= minCutLength && text.length - index < maxFormLength);
      const part = text.slice(index, index + (end === -1 ? maxFormLength : end)).toLowerCase();
      const isStart = isCut && [...this.#forms].some((form) => form.toLowerCase().startsWith(part));
      if (!isStart || index < from) continue;
      kept += `${text.slice(from, index)}${replacement}`;
      from = index + part.length;
    }
    return kept + text.slice(from);
  }

  /**
   * Replaces secrets in every text, name and number of a JSON value.
   *
   * @param value - Any JSON value
   * @returns A copy without secrets
   */
  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") return this.text(String(value)) === String(value) ? value : replacement;
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.text(name), this.value(member)]),
    );
  }
}

/** Returns a pattern that finds any of some texts, the longest first. */
function alternatives(texts: ReadonlySet<string>): string {
  return [...texts]
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join("|");
}

/**
 * Returns the forms in which a secret may appear: as it is, escaped for HTML and addresses, in Base64 and hexadecimal,
 * and each of them within JSON, within JSON in JSON, and within a cell of CSV.
 */
function formsOf(secret: string): readonly string[] {
  if (secret.length < minLength) return [];
  const inHtml = secret
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
  const inAddress = [
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
  ];
  const inBytes =
    secret.length < minEncodedLength
      ? []
      : [...[0, 1, 2].flatMap((offset) => base64Within(secret, offset)), Buffer.from(secret).toString("hex")];
  const plain = [secret, inHtml, ...inAddress, ...inBytes];
  const inJson = [...plain, ...plain.map(escapeJson), ...plain.map((form) => escapeJson(escapeJson(form)))];
  const withSlashes = inJson.map((form) => form.replaceAll("/", String.raw`\/`));
  return [...inJson, ...withSlashes].flatMap((form) => [form, form.replaceAll('"', '""')]);
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * Returns the part of a Base64 text that depends only on the secret when other bytes precede it, as the user name does
 * in basic authentication.
 */
function base64Within(secret: string, offset: number): readonly string[] {
  const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString("base64");
  const start = [0, 2, 3][offset] ?? 0;
  // The last character before padding also depends on the bytes that follow.
  const within = encoded.endsWith("=") ? encoded.replace(/.=+$/, "").slice(start) : encoded.slice(start);
  return within.length < minEncodedLength ? [] : [within, within.replaceAll("+", "-").replaceAll("/", "_")];
}
