import type { PublicBasis } from "./basis.js";

/** Sentences of the third generation that also demand what an earlier one demands. */
export const sharedBasis: Readonly<Record<string, string>> = {
  ...each(
    "v3.application",
    `
      application.answers application.object application.version application.name
      application.description application.authentication
    `,
  ),
  ...each("v3.kind", "accounts.name accounts.fields-array accounts.id-unique accounts.oauth-ids"),
  ...each("v3.field", "fields.id fields.id-unique fields.label fields.type"),
  ...each(
    "v3.validate",
    `
      validate.answers validate.object validate.name validate.merge validate.refuses
      validate.refuses-status validate.refuses-text validate.needs-fields validate.needs-secret
      validate.inherited-names
    `,
  ),
  ...each(
    "v3.oauth",
    `
      oauth2.served oauth2.filled-in oauth2.state-kept oauth2.redirect-secret oauth2.exchange
      oauth2.account oauth2.account-works oauth2.code-refused oauth2.tries-account oauth2.refresh
      oauth2.refresh-token oauth2.refresh-works
    `,
  ),
  ...each("v3.https", "security.https"),
  ...each("v3.try-later", "http.steady"),
};

/** The public sentences that the requirements on the third generation's own endpoints are based on. */
export const synchronizerBasis: Readonly<Record<string, PublicBasis>> = {
  ...must(
    "v3.config",
    `
      sync-config.answers sync-config.types sync-config.type-members sync-config.type-unique
      sync-config.filters sync-config.filter-members sync-config.filter-unique
    `,
  ),
  ...must("v3.webhooks", "sync-config.webhooks"),
  ...must("v3.schema", "sync-schema.answers sync-schema.each-type sync-schema.one-type"),
  ...must("v3.schema", "sync-schema.id sync-schema.name"),
  ...must("v3.field-type", "sync-schema.field-name sync-schema.field-type sync-schema.sub-type"),
  ...must("v3.field-type", "sync-schema.options sync-schema.one-title"),
  ...should("v3.field-type", "sync-schema.id-type sync-schema.format"),
  ...must("v3.workflow", "sync-schema.workflow"),
  ...must(
    "v3.relation",
    `
      sync-relations.members sync-relations.cardinality sync-relations.target
      sync-relations.target-field sync-relations.values
    `,
  ),
  ...must("v3.data", "sync-data.answers sync-data.items sync-data.entities sync-data.type"),
  ...must("v3.identity", "sync-data.id"),
  ...should("v3.schema", "sync-data.name sync-data.fields-sent"),
  ...must("v3.full", "sync-data.steady sync-pages.once sync-pages.every-row sync-changes.complete"),
  ...should("v3.error", "sync-data.unknown-type sync-data.missing-type"),
  ...must("v3.validate", "sync-data.refuses"),
  ...must(
    "v3.values",
    `
      sync-values.date sync-values.number sync-values.boolean sync-values.text sync-values.list
      sync-values.range
    `,
  ),
  ...should("v3.values", "sync-values.option"),
  ...must(
    "v3.pages",
    "sync-pages.pagination sync-pages.next sync-pages.answers sync-pages.moves sync-pages.ends sync-pages.sizes",
  ),
  ...should("v3.pages", "sync-pages.order"),
  ...must("v3.try-later", "sync-pages.again sync-errors.try-later"),
  ...must("v3.version", "sync-pages.version"),
  ...must("v3.data", "sync-pages.operation"),
  ...should("v3.error", "sync-positions.survives"),
  ...must("v3.delta", "sync-changes.type sync-changes.one-type sync-changes.action"),
  ...must("v3.delta", "sync-changes.remove-id"),
  ...must("v3.since", "sync-changes.answers sync-changes.since sync-changes.since-change"),
  ...must("v3.datalist", "sync-forms.options sync-forms.option-members sync-forms.depends"),
  ...should("v3.datalist", "sync-forms.unknown-field sync-forms.complete"),
  ...must("v3.filter", "sync-forms.right-filter"),
  ...each(
    { must: ["v3.filter", "rule.declared-filter"] },
    "sync-pages.filtered sync-pages.same-entities sync-pages.together sync-changes.filtered",
  ),
  ...should("v3.filter", "sync-forms.required sync-forms.wrong-value"),
  ...must("v3.resource", "sync-offers.file sync-offers.file-range"),
  ...should("v3.resource", "sync-offers.file-params"),
  ...should("v3.error", "sync-offers.file-account sync-offers.webhook-account"),
  "sync-offers.served": { must: ["v3.webhooks", "v3.actions"] },
  "sync-offers.file-escape": { must: ["v3.resource", "rule.cwe-22"] },
  ...must("v3.event", "sync-offers.event"),
  ...should("v3.event", "sync-offers.transform"),
  ...must("v3.actions", "sync-offers.actions sync-offers.arguments sync-offers.unknown-action"),
  ...must("v3.error", "sync-errors.message"),
  "sync-errors.secret": { must: ["v3.error", "rule.cwe-209"] },
  "sync-errors.inherited": { must: ["v3.error", "rule.cwe-1321"] },
  "sync-errors.apart": { must: ["v3.data", "rule.cwe-362"] },
  ...should("v3.error", "sync-errors.account sync-errors.malformed sync-errors.wrong-members"),
};

/** Gives each id of a list, separated by spaces, the same value. */
function each<Value>(value: Value, ids: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    ids
      .trim()
      .split(/\s+/)
      .map((id) => [id, value]),
  );
}

function must(sentence: string, ids: string): Readonly<Record<string, PublicBasis>> {
  return each({ must: [sentence] }, ids);
}

function should(sentence: string, ids: string): Readonly<Record<string, PublicBasis>> {
  return each({ should: [sentence] }, ids);
}
