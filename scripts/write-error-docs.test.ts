import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { studioCatalogue } from "@/lib/errors/studio-catalogue";
import { serviceErrorCatalogue } from "@/lib/service/errors/catalogue";
import { errorAnchor, renderErrorDocs } from "./write-error-docs";

describe("docs/errors.md", () => {
  it("is in step with the catalogues (npm run docs:errors writes it)", async () => {
    expect(await readFile("docs/errors.md", "utf8")).toBe(renderErrorDocs());
  });

  it("has an anchor of its own for every code", async () => {
    const text = await readFile("docs/errors.md", "utf8");
    const anchors = [...text.matchAll(/^### (.+)$/gm)].map(([, code]) => errorAnchor(code!));
    const codes = [...Object.keys(studioCatalogue), ...Object.keys(serviceErrorCatalogue)];
    expect(new Set(anchors).size).toBe(anchors.length);
    for (const code of codes) expect(anchors).toContain(errorAnchor(code));
  });
});
