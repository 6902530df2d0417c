import type { GeneratorNames } from "@/generators/_kit/conformance/generator-names";
import { insertImport, insertIntoLiteral, insertIntoType } from "./insert-code";

/** A file that lists the generators, by its path in the project, and how a new one comes into it. */
export interface RegistryEdit {
  file: string;
  apply(source: string, names: GeneratorNames): string;
}

/** Everything outside its own folder that has to know of a generator. */
export const registryEdits: readonly RegistryEdit[] = [
  {
    file: "generators/registry.ts",
    apply(source, { id, camel }) {
      const listed = insertIntoLiteral(this.file, source, "generators", `${camel}Generator`);
      return insertImport(this.file, listed, `import { ${camel}Generator } from "./${id}/definition";`);
    },
  },
  {
    file: "generators/registry.client.tsx",
    apply(source, { id, pascal }) {
      const form = `dynamic(() => import("./${id}/${id}-form").then(({ ${pascal}Form }) => ${pascal}Form))`;
      return insertIntoLiteral(this.file, source, "generatorForms", `"${id}": ${form}`);
    },
  },
  {
    file: "server/runners.server.ts",
    apply(source, { id, camel }) {
      const runner = `(await import("@/generators/${id}/run-${id}.server")).${camel}Runner as unknown as Runner`;
      return insertIntoLiteral(this.file, source, "loaders", `"${id}": async () => ${runner}`);
    },
  },
  {
    file: "generators/registry.messages.ts",
    apply(source, { id }) {
      const load = (locale: string) => `${locale}: () => import("./${id}/messages/${locale}.json")`;
      return insertIntoLiteral(
        this.file,
        source,
        "messageFiles",
        `"${id}": { ${load("en")}, ${load("zh")} }`,
      );
    },
  },
  {
    file: "generators/titles.ts",
    apply(source, { id, camel }) {
      const listed = insertIntoLiteral(
        this.file,
        source,
        "generatorTitles",
        `"${id}": ${camel}Messages.title`,
      );
      return insertImport(this.file, listed, `import ${camel}Messages from "./${id}/messages/en.json";`);
    },
  },
  {
    file: "lib/i18n/messages.d.ts",
    apply(source, { id, camel }) {
      const typed = insertIntoType(this.file, source, {
        alias: "StudioMessages",
        member: "generators",
        code: `"${id}": typeof ${camel}Messages`,
      });
      const path = `../../generators/${id}/messages/en.json`;
      return insertImport(this.file, typed, `import type ${camel}Messages from "${path}";`);
    },
  },
];
