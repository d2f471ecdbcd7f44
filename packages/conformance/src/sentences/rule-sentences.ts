import { publicSentencesOf } from "./public-sentence.js";

/** Sentences that apply to any web service, and sentences on what a connector declares in GET /. */
export const ruleSentences = [
  ...publicSentencesOf("rule", "GET / of the connector itself", [
    ["declared-filter", "A filter that GET / declares chooses rows"],
    ["declared-options", "A field that GET / declares to have options has options, and they can be chosen"],
    ["declared-dependents", "Options that GET / declares to depend on a value depend on it"],
    ["declared-columns", "Rows have the columns that GET / declares, with values of their types"],
    ["declared-sources", "Each source that GET / declares returns rows"],
    ["declared-ids", "An id that GET / declares names one thing"],
    ["declared-kinds", "An account of a kind that GET / declares needs what the kind asks for"],
    ["earlier-version", "What an earlier version declared is still there"],
  ]),
  ...publicSentencesOf("rule", "RFC 8259 and RFC 4180", [
    ["json", "JSON is one value, written in UTF-8"],
    ["csv", "The records of a CSV file have as many cells as its header"],
  ]),
  ...publicSentencesOf("rule", "RFC 6749 and RFC 6819", [
    ["oauth-redirect", "The authorization address names the client and holds no secret"],
    ["oauth-error", "A code that the provider refuses does not lead to an account"],
  ]),
  ...publicSentencesOf("rule", "RFC 9110", [
    ["framing", "An answer is complete and encoded as its headers say"],
    ["accept-encoding", "An answer is encoded only in a way that the request accepts"],
    ["http-5xx", "A status of 500 and above says that the server has failed, not that the request is wrong"],
  ]),
  ...publicSentencesOf("rule", "CWE-22", [
    ["cwe-22", "A value from outside does not choose a file of the server"],
  ]),
  ...publicSentencesOf("rule", "CWE-79", [["cwe-79", "A picture for other people's pages holds no script"]]),
  ...publicSentencesOf("rule", "CWE-89", [["cwe-89", "A value from outside does not change a query"]]),
  ...publicSentencesOf("rule", "CWE-201", [["cwe-201", "What is sent holds no secret"]]),
  ...publicSentencesOf("rule", "CWE-209", [
    ["cwe-209", "An error does not show secrets or the inside of the program"],
  ]),
  ...publicSentencesOf("rule", "CWE-248 and CWE-400", [
    ["cwe-248", "A request does not stop the service or leave it without an answer"],
  ]),
  ...publicSentencesOf("rule", "CWE-287", [["cwe-287", "An account is accepted only with its secret"]]),
  ...publicSentencesOf("rule", "CWE-362", [
    ["cwe-362", "Requests at the same time do not change each other's answer"],
  ]),
  ...publicSentencesOf("rule", "CWE-598", [["cwe-598", "Addresses do not contain secrets"]]),
  ...publicSentencesOf("rule", "CWE-798", [["cwe-798", "A public description holds no secret"]]),
  ...publicSentencesOf("rule", "CWE-1321", [
    ["cwe-1321", "Names of the language's own objects are ordinary unknown names"],
  ]),
];
