import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findErrorEntry } from "@/lib/errors/error-catalogue";
import { studioCatalogue } from "@/lib/errors/studio-catalogue";
import { problemCatalogue } from "@/lib/service/contract/problem-catalogue";
import { serviceErrorCatalogue } from "@/lib/service/errors/catalogue";
import { namespaces } from "./catalogues";
import { locales, type Locale } from "./locales";
import { dynamicKeys } from "./testing/dynamic-keys";
import { findMessageUses, findTexts } from "./testing/find-message-uses";
import {
  describeArguments,
  listGeneratorFolders,
  listJson,
  plainWords,
  readCatalogue,
} from "./testing/read-catalogue";

const root = path.resolve(import.meta.dirname, "../..");
/** Imported where no provider is available: by app/global-error.tsx, the page of a shared link, and the service worker. */
const namespacesOutsideProviders = ["background", "fatal", "shared-page"];
/** Used while the studio can't be reached, so in no catalogue of the server. */
const browserErrorCodes = ["studio.offline", "studio.unreachable", "studio.updated"];
/** Names aren't translated. */
const untranslated = /^(Reverie|API|REST|HTTP|URL|[Bb]ase64|JSON|OpenAPI|curl|ms|kHz|kbit|MB|px|LUFS)*$/;

const catalogues = Object.fromEntries(
  locales.map((locale) => [locale, readCatalogue(root, locale)]),
) as Record<Locale, Map<string, string>>;
const codes = [...Object.keys(studioCatalogue), ...Object.keys(serviceErrorCatalogue), ...browserErrorCodes];
const english = catalogues.en;

const sources = ["app", "components", "generators", "lib", "server"]
  .flatMap((folder) => listSources(path.join(root, folder)))
  .map((file) => ({ file: path.relative(root, file), text: readFileSync(file, "utf8") }));
const uses = sources.flatMap(({ file, text }) => findMessageUses(file, text));

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/(\/db\/generated\/|\/testing\/|\/_template\/)/.test(file));
}

function toRegExp(pattern: string): RegExp {
  return new RegExp(
    `^${pattern
      .split("*")
      .map((part) => RegExp.escape(part))
      .join(".+")}$`,
  );
}

describe("message files", () => {
  it("are all known to the loader, in every language", () => {
    for (const locale of locales) {
      expect(listJson(path.join(root, "messages", locale))).toEqual(
        [...namespaces, ...namespacesOutsideProviders].sort(),
      );
    }
  });

  it("stand in every generator, in every language and in none besides", () => {
    for (const id of listGeneratorFolders(root)) {
      expect(listJson(path.join(root, "generators", id, "messages"))).toEqual([...locales].sort());
    }
  });
});

describe.each(locales.filter((locale) => locale !== "en"))("%s beside English", (locale) => {
  const messages = catalogues[locale];

  it("has the same keys", () => {
    expect([...messages.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("takes the same arguments", () => {
    const differing = [...english].flatMap(([key, text]) => {
      const translated = messages.get(key);
      if (translated === undefined) return [];
      const [wanted, given] = [describeArguments(text), describeArguments(translated)];
      return wanted.join() === given.join() ? [] : [{ key, wanted, given }];
    });
    expect(differing).toEqual([]);
  });

  it("is translated", () => {
    const same = [...messages].filter(
      ([key, text]) => text === english.get(key) && !untranslated.test(plainWords(text)),
    );
    expect(same).toEqual([]);
  });

  it("has no empty message", () => {
    expect([...messages].filter(([, text]) => text.trim() === "")).toEqual([]);
  });
});

describe("messages in code", () => {
  it("are all there", () => {
    const missing = uses.flatMap(({ file, line, keys }) =>
      keys
        .filter((key) => ![...english.keys()].some((known) => toRegExp(key).test(known)))
        .map((key) => `${file}:${line} ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it("are asked for by written keys, or declared with a reason", () => {
    const undeclared = uses
      .filter(({ dynamic, file }) => dynamic && !dynamicKeys.some((entry) => entry.file === file))
      .map(({ file, line }) => `${file}:${line}`);
    expect(undeclared).toEqual([]);
  });

  it("declare no reason that is no longer needed", () => {
    const stale = dynamicKeys.filter(
      ({ file, pattern }) =>
        !uses.some((use) => use.dynamic && use.file === file) ||
        ![...english.keys()].some((key) => toRegExp(pattern).test(key)),
    );
    expect(stale).toEqual([]);
  });

  it("are all used", () => {
    const patterns = [
      ...new Set([...uses.flatMap(({ keys }) => keys), ...dynamicKeys.map(({ pattern }) => pattern)]),
    ].map(toRegExp);
    const checkedElsewhere = /^(background|errors|validation|fatal|shared-page)\./;
    const unused = [...english.keys()].filter(
      (key) => !checkedElsewhere.test(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });
});

describe("errors", () => {
  it("have words for every code of the catalogues, and for no other", () => {
    const told = [...english.keys()]
      .filter((key) => key.startsWith("errors.") && key.endsWith(".title"))
      .map((key) => key.slice("errors.".length, -".title".length));
    expect(told.sort()).toEqual([...codes].sort());
  });

  it("say in English on screen what they say over REST", () => {
    const differing = codes
      .filter((code) => !browserErrorCodes.includes(code))
      .filter((code) => {
        const { title, action } = findErrorEntry(code);
        return (
          english.get(`errors.${code}.title`) !== title || english.get(`errors.${code}.action`) !== action
        );
      });
    expect(differing).toEqual([]);
  });
});

describe("validation", () => {
  const sentences = [...english.keys()]
    .filter((key) => key.startsWith("validation."))
    .map((key) => key.slice("validation.".length));
  /** First words of the rules' keys: of every rule of the contract, and of every rule that has a sentence. */
  const roots = [
    ...new Set([...Object.keys(problemCatalogue), ...sentences].map((key) => key.split(".")[0]!)),
  ];
  /** Names of the same form that are no message keys, and the rule of a field that no form has. */
  const otherNames = [
    "connection.scope",
    "file.purpose",
    "file.purpose.empty",
    "batch.finished",
    "push.keys",
    "push.private-key",
    "webhook.secret",
  ];
  const rule = new RegExp(`^(${roots.join("|")})(\\.[a-z*-]+)+$`);
  const rules = [
    ...new Set(
      sources
        .filter(({ file }) =>
          /^(lib\/(auth|batches|connections|costs|covers|errors|films|item-tasks|media|notices|presets|projects|saved-searches|snippets|service\/(contract|wire)|webhooks)|generators)\//.test(
            file,
          ),
        )
        // A message namespace has the same form as a rule.
        .flatMap(({ file, text }) => findTexts(file, text.replaceAll(/useTranslations\("[^"]+"\)/g, "")))
        .filter((text) => rule.test(text) && !codes.includes(text) && !otherNames.includes(text)),
    ),
  ];

  it("has a sentence for every rule that a schema names", () => {
    // A rule such as image.prompt has several keys: image.prompt.empty, image.prompt.too-long.
    const missing = rules.filter(
      (key) => !sentences.some((sentence) => toRegExp(key).test(sentence) || sentence.startsWith(`${key}.`)),
    );
    expect(missing).toEqual([]);
  });

  it("has no sentence for a rule that is gone", () => {
    const unused = sentences.filter(
      (sentence) =>
        !rules.some(
          (key) => toRegExp(key).test(sentence) || sentence.slice(0, sentence.lastIndexOf(".")) === key,
        ),
    );
    expect(unused).toEqual([]);
  });
});

describe("what is wrong with a field", () => {
  it("is more than one word, except where a field is empty", () => {
    const short = [...english].filter(
      ([key, text]) => key.startsWith("validation.") && text.trim().split(/\s+/).length < 2,
    );
    expect(short.map(([key]) => key)).toEqual(["validation.field.required"]);
  });
});
