import type { PublicBasis } from "./basis.js";
import { sharedBasis, synchronizerBasis } from "./synchronizer-basis.js";

function must(...sentences: readonly string[]): PublicBasis {
  return { must: sentences };
}

function should(...sentences: readonly string[]): PublicBasis {
  return { should: sentences };
}

function both(what: string): readonly string[] {
  return [`v1.${what}`, `v2.${what}`];
}

/**
 * The public sentences that each requirement is based on. A requirement that is not listed is a demand of Wellhead
 * alone, and only profile `all` includes it.
 */
export const publicBasis: Readonly<Record<string, PublicBasis>> = {
  "application.answers": must("interface.get", ...both("members")),
  "application.object": must("interface.get", "interface.rest"),
  "application.version": must(...both("members")),
  "application.name": must(...both("members")),
  "application.description": must(...both("members")),
  "application.authentication": must(...both("members")),
  "application.sources": must(...both("members")),
  "application.sources-any": should("v2.sources"),
  "application.tags": must("v1.tags"),
  "application.color": must("v1.color"),
  "accounts.id-unique": must("rule.declared-ids"),
  "accounts.oauth-ids": must("interface.oauth1-id", "interface.oauth2-id"),
  "accounts.name": must(...both("kind")),
  "accounts.fields-array": must(...both("kind")),
  "accounts.none-asks-nothing": should("v2.none"),
  "fields.id": must(...both("field")),
  "fields.id-unique": must("rule.declared-ids"),
  "fields.label": must(...both("field")),
  "fields.type": must(...both("field")),
  "fields.requires-known": must(...both("requires")),
  "fields.options": must("rule.declared-options"),
  "sources.id": must(...both("source")),
  "sources.id-unique": must("rule.declared-ids"),
  "sources.name": must(...both("source")),
  "sources.filter-array": must(...both("source")),
  "sources.fields-object": must("v1.source"),
  "security.secret-default": must("rule.cwe-798"),
  "security.https": should(...both("https")),

  "validate.answers": must(
    "interface.validate",
    "interface.before-use",
    "interface.operations",
    ...both("validate"),
  ),
  "validate.object": must("interface.validate", ...both("validate")),
  "validate.name": { must: ["v2.validate"], should: ["v1.validate"] },
  "validate.merge": must("interface.validate", "interface.before-use"),
  "validate.stored-account": must("v2.stored"),
  "validate.steady": must("interface.validate", "interface.before-use", "rule.cwe-362"),
  "validate.none": must("v2.none"),
  "validate.refuses": must("interface.validate", ...both("validate-401")),
  "validate.refuses-status": must(...both("validate-401")),
  "validate.refuses-text": must(...both("validate-401")),
  "validate.wrong-account": should(...both("validate-401")),
  "validate.needs-fields": must("interface.validate", "rule.declared-kinds", ...both("obligation")),
  "validate.needs-secret": must("interface.validate", "rule.cwe-287"),
  "validate.inherited-names": must("interface.validate", "rule.cwe-1321"),

  "data.answers": must("interface.post", "interface.operations", ...both("data")),
  "data.readable": must("rule.json", "rule.csv", "rule.framing", ...both("data")),
  "data.end-known": should("rule.framing"),
  "data.whole": must("rule.framing", "rule.json", ...both("data")),
  "data.each-source": must("rule.declared-sources", "interface.post"),
  "data.source-rows": should("rule.declared-sources"),
  "data.values": must("rule.declared-columns", "v2.schema"),
  "data.columns-sent": must("rule.declared-columns"),
  "data.columns-known": should("rule.declared-columns"),
  "data.once": must("interface.post", "rule.declared-sources"),
  "data.everything": must("interface.post", "v2.everything"),
  "data.steady": must("interface.post", "rule.declared-sources"),
  "data.again": must("interface.post", "rule.declared-sources"),
  "data.own-account": must("rule.cwe-362"),
  "data.apart": must("rule.cwe-362"),
  "data.refuses": must(...both("data-401")),
  "data.refuses-status": must(...both("data-401")),
  "data.account-wrong": should(...both("data-401")),
  "data.source-checked": should("rule.declared-sources", ...both("data-400")),
  "data.types": should("rule.declared-columns"),
  "data.unknown-source": must(...both("data-400")),
  "data.inherited-source": must("rule.cwe-1321", "rule.cwe-248"),
  "data.incomplete": must(...both("data-400")),
  "errors.caller-mistake": should("rule.http-5xx", ...both("data-400")),
  "streaming.failure-visible": must("rule.framing"),
  "streaming.failure-mark": should("v2.mark"),
  "streaming.failure-last": should("v2.mark"),
  "http.utf8": must("rule.json"),
  "http.steady": should("rule.http-5xx"),

  "formats.identity": should("rule.accept-encoding"),
  "formats.compressed": must("rule.framing", "interface.post"),

  "filters.chosen": must("rule.declared-filter"),
  "filters.several-array": must(...both("several")),
  "filters.several-chosen": must("rule.declared-filter", ...both("several")),
  "filters.combined": must("rule.declared-filter"),
  "filters.forgotten": must("rule.cwe-362"),
  "filters.flag": must("rule.declared-filter"),
  "filters.number": must("rule.declared-filter"),
  "filters.text": must("rule.declared-filter"),
  "filters.exact": must("rule.declared-filter"),
  "filters.same-rows": must("rule.declared-filter"),
  "filters.together": must("rule.declared-filter"),
  "filters.answered": must("rule.declared-filter"),
  "filters.digits": must(...both("numeric-text")),
  "filters.zero-one": must("v1.zero-one"),

  "datalist.answers": must("interface.datalist", "interface.optional", "rule.declared-options"),
  "datalist.every": must("interface.datalist", "rule.declared-options"),
  "datalist.array": must(...both("datalist")),
  "datalist.label": must(...both("datalist")),
  "datalist.value": must(...both("datalist")),
  "datalist.unique": should("rule.declared-options"),
  "datalist.steady": must("interface.datalist", "rule.declared-options"),
  "datalist.selects": must("interface.datalist", "rule.declared-options"),
  "datalist.complete": should("rule.declared-options"),
  "datalist.dependent": must(...both("dependents")),
  "datalist.follows": must("rule.declared-dependents", ...both("dependents")),
  "datalist.belongs": must("interface.datalist", "rule.declared-dependents"),
  "datalist.refuses": should("rule.cwe-287"),

  "dates.taken": must(...both("dates")),
  "dates.from": must(...both("dates")),
  "dates.until": must(...both("dates")),
  "dates.one-day": must("v2.dates"),
  "dates.day-used": must("v1.dates", "rule.declared-filter"),
  "dates.last-day": must("v1.dates", "rule.declared-filter"),
  "dates.open-end": must(...both("dates")),
  "dates.null-end": should("rule.http-5xx"),
  "dates.same-instant": must("v2.dates"),
  "dates.exact": must("v2.dates"),

  "schema.answers": must("v2.crunch"),
  "schema.object": must("v2.schema"),
  "schema.column-name": must("v2.schema"),
  "schema.column-type": must("v2.schema"),
  "schema.rows-known": should("v2.schema"),
  "filter-check.right": must("v2.filter-check"),
  "filter-check.as-data": must("v2.filter-check"),
  "timezone.answers": must("v2.timezone"),
  "timezone.form": must("v2.zone"),
  "timezone.range": must("v2.zone"),
  "logo.type": must("interface.logo"),
  "logo.svg": must("interface.logo"),
  "logo.passive": must("rule.cwe-79"),

  "security.traces": { must: ["v2.validate-401"], should: ["rule.cwe-209"] },
  "security.error-pages": should("rule.cwe-209"),
  "security.files": must("rule.cwe-22"),
  "security.queries": must("rule.cwe-89"),
  "security.special-characters": must("rule.cwe-89"),
  "security.sign-in-query": must("rule.cwe-89"),
  "security.secret-pieces": must("rule.cwe-209"),
  "security.secret-errors": must("rule.cwe-209"),
  "security.secret-rows": must("rule.cwe-201"),
  "security.name-pieces": must("rule.cwe-209"),
  "security.merged-prototype": must("rule.cwe-1321"),
  "security.survives": must("rule.cwe-248"),

  "oauth1.start-redirect": must("interface.oauth1", "v1.oauth-start"),
  "oauth1.finish": must("interface.oauth1-finish", "v1.oauth-finish"),
  "oauth1.authorize-token": must("v2.oauth1"),
  "oauth1.exchange": must("v2.oauth1"),
  "oauth1.asks-third-party": must("interface.before-use", "interface.validate"),
  "oauth1.account-works": must("interface.oauth1-finish", "interface.finish-or-error"),
  "oauth2.served": must(
    "interface.redirect-uri",
    "interface.oauth2",
    "interface.two-steps",
    "v1.oauth-start",
    "v2.authorize",
  ),
  "oauth2.filled-in": must("interface.redirect-uri", "rule.oauth-redirect"),
  "oauth2.way-back": must("interface.callback-uri", "interface.sent-back", "interface.one-argument"),
  "oauth2.state-kept": must("v2.authorize"),
  "oauth2.redirect-secret": must("rule.oauth-redirect", "rule.cwe-598"),
  "oauth2.finish": must("v1.oauth-finish"),
  "oauth2.exchange": must("v2.token"),
  "oauth2.account": must(
    "interface.access-token",
    "interface.access-token-path",
    "interface.fields",
    "interface.oauth2-finish",
    "interface.same-path",
  ),
  "oauth2.account-works": must("interface.access-token-path", "interface.finish-or-error"),
  "oauth2.expires-on": must("interface.expires-on"),
  "oauth2.refresh-given": must("interface.refresh-token"),
  "oauth2.further-members": must("v2.stored"),
  "oauth2.code-refused": must("interface.finish-or-error", "rule.oauth-error"),
  "oauth2.code-refused-status": should("rule.http-5xx"),
  "oauth2.tries-account": must("interface.finish-or-error", "interface.access-token-path"),
  "oauth2.tries-new-token": must("interface.validate", "interface.validate-refresh"),
  "oauth2.asks-third-party": must("interface.before-use", "interface.validate"),
  "oauth2.url-secret": must("rule.cwe-598"),
  "oauth2.refresh": must("interface.validate-refresh", "interface.about-to-expire", "interface.new-pair"),
  "oauth2.refresh-early": should("interface.about-to-expire"),
  "oauth2.refresh-token": must("interface.new-pair"),
  "oauth2.refresh-works": must("interface.validate-refresh"),
  "oauth2.refresh-rows": must("interface.validate-refresh"),
  "oauth2.refresh-refused": must("interface.before-use"),

  "compatibility.kinds": must("rule.earlier-version"),
  "compatibility.sources": must("rule.earlier-version"),
  "compatibility.fields": must("rule.earlier-version"),
  "compatibility.field-types": must("rule.earlier-version"),
  "compatibility.required": must("rule.earlier-version"),
  "compatibility.columns": must("rule.earlier-version"),
  "compatibility.column-types": must("rule.earlier-version"),

  ...synchronizerBasis,
};

/**
 * Finds the public sentences that a requirement is based on.
 *
 * @param id - Id of the requirement
 * @returns The sentences of every generation; none for a demand of Wellhead alone
 */
export function basisOf(id: string): PublicBasis {
  const basis = publicBasis[id] ?? {};
  const shared = sharedBasis[id];
  if (shared === undefined) return basis;
  const strength = basis.must === undefined ? "should" : "must";
  return { ...basis, [strength]: [...(basis[strength] ?? []), shared] };
}
