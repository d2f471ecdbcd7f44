import { bool, date, id, type MakeSource, type Source, shape, text } from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";
import { person } from "./person.js";

/** Members of a deployment that are read. */
export const deploymentShape = shape.object({
  id: shape.required(shape.id),
  sha: shape.text,
  ref: shape.text,
  task: shape.text,
  environment: shape.text,
  description: shape.text,
  creator: person,
  production_environment: shape.bool,
  transient_environment: shape.bool,
  created_at: shape.text,
  updated_at: shape.text,
});

/**
 * Creates the source of a repository's deployments.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/deployments/deployments#list-deployments
 */
export function deployments<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Deployments",
    description: "The newest first",
    filter: {
      ...repositoryFilter(),
      environment: text({ title: "Environment", description: "Empty: all", optional: true }),
    },
    fields: {
      id: id(),
      commit: text(),
      ref: text({ description: "Branch, tag or commit that was deployed" }),
      task: text(),
      environment: text(),
      production: bool(),
      transient: bool({ description: "The environment will not stay" }),
      description: text(),
      creator: text(),
      created: date(),
      updated: date(),
      ...repositoryColumn,
    },
    rows: ({ http, log, filter: { environment, ...chosen } }) =>
      ofRepositories({ http, log, ...chosen }, (place) =>
        http
          .pages(repositoryPath(place, "deployments"), {
            shape: deploymentShape,
            query: { environment },
            key: "id",
            order: "stable",
          })
          .map((deployment) => ({
            id: deployment.id,
            commit: deployment.sha,
            ref: deployment.ref,
            task: deployment.task,
            environment: deployment.environment,
            production: deployment.production_environment,
            transient: deployment.transient_environment,
            description: deployment.description,
            creator: deployment.creator?.login,
            created: deployment.created_at,
            updated: deployment.updated_at,
          })),
      ),
  });
}
