import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { jiraConnector } from "../jira-connector.js";
import { jiraContent } from "./jira-content.js";
import { person, startJira } from "./start-jira.js";

let site = "";

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    const jira = await startJira(() => jiraContent(12));
    site = jira.url;
    const app = await createApp({ connectors: [jiraConnector()], logger: false });
    const { url } = await app.listen({ port: 0 });
    return {
      url,
      close: async () => {
        await app.close();
        await jira.close();
      },
    };
  },
  {
    profile: "all",
    account: {
      auth: "token",
      ...person,
      // Known only after the test server has started.
      get site() {
        return site;
      },
    },
  },
);
