/** Request schemas (strict), answer schemas (tolerant) and the constants of the service. Safe in a browser. */
export * from "./contract/image.ts";
export { describeIssue, describeIssues, type IssueValue, type RequestProblem } from "./contract/issue.ts";
export { countCodePoints } from "./contract/text.ts";
