import type { CallPlan } from "./call-plan.js";

const hidden = "[not shown]";

/** Names of members and arguments whose values are credentials. */
const credentialName =
  /token|secret|passw|pwd|api[_-]?key|access[_-]?key|credential|session[_-]?(?:id|key)|signature|jwt|bearer|cookie|authorization|(?:^|[_-])(?:session|auth|sig|sid|otp)$/i;

/** Such names of positions in a list and of facts about a credential. */
const publicName =
  /next|prev|page|paging|continu|cursor|sync|delta|resume|start|skip|after|change|count|total|tokens$|type|expir|url|uri/i;

/** Members of JSON with a text or a number, arguments of addresses and forms, and elements of XML. The last text may be cut. */
const members = [
  /(?<before>"(?<name>[^"\\]{1,80})"\s*:\s*")(?<value>(?:[^"\\]|\\.)+)/g,
  /(?<before>"(?<name>[^"\\]{1,80})"\s*:\s*)(?<value>-?\d[\d.]{3,})/g,
  /(?<before>(?:^|[?&])(?<name>[^=&?\s"<>]{1,80})=)(?<value>[^&\s"<>]+)/g,
  /(?<before><(?<name>[\w:.-]{1,80})(?:\s[^<>]*)?>)(?<value>[^<>\s]+)/g,
];

/**
 * Removes what looks like credentials by its name from a text that people are shown: nobody knows yet which tokens an
 * upstream has issued.
 *
 * @param text - The beginning of a body, or a query
 * @returns The text without them
 */
export function hideCredentials(text: string): string {
  return members.reduce((shown, form) => shown.replaceAll(form, hideMember), text);
}

function hideMember(member: string, ...found: unknown[]): string {
  // The last argument has the named groups of the form.
  const { before, name, value } = found.at(-1) as Record<"before" | "name" | "value", string>;
  const isCredential = credentialName.test(name) && !publicName.test(name) && !/\s/.test(value);
  return isCredential ? `${before}${hidden}` : member;
}

/** Names of headers that have credentials. */
const credentialHeader = /authorization|cookie|token|session|api-?key|secret|auth$/;

/** What a credential may be within a header such as `Bearer …` or `session=…`; shorter texts are there by chance. */
const credentialPart = /[\w.~+/-]{8,}/g;

/**
 * Lists what a request sends as credentials in headers that its author wrote. An earlier response may have issued it.
 *
 * @param plan - The request
 * @returns A member of a log line, with the values separated by spaces; none when there are no values
 */
export function sentCredentials({ headers }: Pick<CallPlan, "headers">): { readonly credentials?: string } {
  const found = Object.entries(headers).flatMap(([name, value]) =>
    credentialHeader.test(name) ? (value.match(credentialPart) ?? []) : [],
  );
  return found.length === 0 ? {} : { credentials: found.join(" ") };
}
