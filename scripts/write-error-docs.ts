import { readFile, writeFile } from "node:fs/promises";
import { studioCatalogue } from "@/lib/errors/studio-catalogue";
import { serviceErrorCatalogue } from "@/lib/service/errors/catalogue";
import { SERVICE_CODES } from "@/lib/service/errors/service-code-catalogue";

const file = "docs/errors.md";

/** The anchor of a code in docs/errors.md, as Markdown renderers generate it. */
export function errorAnchor(code: string): string {
  return code.replaceAll(".", "");
}

const made = {
  nothing: "Nothing was generated or billed.",
  unknown: "May have been generated and billed.",
};

/** The text of docs/errors.md, generated from the catalogues. */
export function renderErrorDocs(): string {
  const numbers = Object.entries(SERVICE_CODES);
  const service = Object.entries(serviceErrorCatalogue).map(([code, entry]) => {
    const statusCodes = numbers.filter(([, name]) => name === code).map(([number]) => number);
    const facts = [
      statusCodes.length > 0 ? `Service code ${statusCodes.join(", ")}.` : "",
      `HTTP ${entry.httpStatus}.`,
      made[entry.made],
      entry.retry === "after-wait" ? "Retried automatically after a wait." : "Never retried automatically.",
    ];
    return section(code, [
      `${entry.title} ${entry.message}`.trim(),
      entry.action,
      facts.filter(Boolean).join(" "),
    ]);
  });
  const studio = Object.entries(studioCatalogue).map(([code, entry]) =>
    section(code, [entry.title, entry.action, `HTTP ${entry.httpStatus}.`]),
  );
  return [
    "# Errors",
    "All error codes of the studio and the service. `npm run docs:errors` generates this page from " +
      "`lib/errors/studio-catalogue.ts` and `lib/service/errors/catalogue.ts`, and a test fails when it is out of date. " +
      "The REST API returns errors as `application/problem+json`: `code` is one of these codes, and `type` is " +
      "`urn:reverie:problem:<code>`. A generation has its code in `error.code`.",
    "## Studio errors",
    ...studio,
    "## Service and network errors",
    ...service,
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

function section(code: string, paragraphs: string[]): string {
  return [`### ${code}`, ...paragraphs].join("\n\n");
}

if (process.argv.includes("--write")) {
  await writeFile(file, renderErrorDocs());
  console.log(`${file}: ${(await readFile(file, "utf8")).length} characters`);
}
