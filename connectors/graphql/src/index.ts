export { type GraphqlOptions, graphqlConnector } from "./graphql-connector.js";
