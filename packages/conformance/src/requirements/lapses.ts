import { unmet } from "../expect/finding.js";
import { defineRequirements } from "../requirement/define-requirements.js";

/** The requirement on requests that failed and succeeded when they were sent again. It is judged last. */
export const lapseRequirements = defineRequirements({ area: "http", section: "Errors" }, [
  {
    id: "http.steady",
    level: "SHOULD",
    alone: true,
    covers: ["errors.429", "errors.503"],
    sentence: "No request is refused as unavailable and served when it is sent again at once",
    reason: "Reports fail now and then, and nobody can tell when",
    fix: "Find out what fails for a moment; if it must, retry it, or return 503 with Retry-After",
    check: async ({ run: { probe } }) => {
      const { lapses } = probe.patience;
      const [first] = lapses;
      if (first === undefined) return;
      const { request, status } = first;
      unmet(
        `${lapses.length} of ${probe.requests} requests were refused and served when sent again, the first ${request.method} ${request.path} with status ${status}`,
        { witness: first },
      );
    },
  },
]);
