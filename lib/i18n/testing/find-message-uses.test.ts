import { describe, expect, it } from "vitest";
import { findMessageUses, findTexts } from "./find-message-uses";

const find = (text: string) => findMessageUses("sample.tsx", text);
const keys = (text: string) => find(text).flatMap((use) => use.keys);

describe("findMessageUses", () => {
  it("finds what a translator is asked for", () => {
    expect(
      keys(`
        function A() {
          const t = useTranslations("shell.live");
          return <p title={t("offline")}>{t.rich("reconnecting", {})}{t.has("connecting")}</p>;
        }
      `),
    ).toEqual(["shell.live.offline", "shell.live.reconnecting", "shell.live.connecting"]);
  });

  it("finds translators that come out of await, Promise.all and an object of options", () => {
    expect(
      keys(`
        async function A() {
          const [actor, t] = await Promise.all([getActor(), getTranslations("auth")]);
          const u = await getTranslations({ locale, namespace: "common" });
          return [t("title"), u("close"), (await getTranslations("settings"))("title")];
        }
      `),
    ).toEqual(["auth.title", "common.close", "settings.title"]);
  });

  it("keeps translators of one name apart by their scope", () => {
    expect(
      keys(`
        function A() { const t = useTranslations("a"); return () => t("one"); }
        function B() { const t = useTranslations("b"); return t("two"); }
        function C(t) { return t("three"); }
      `),
    ).toEqual(["a.one", "b.two"]);
  });

  it("reads templates as patterns and both sides of a condition", () => {
    expect(
      keys('function A() { const t = useTranslations("a"); t(`x.${y}.z`); t(y ? "one" : "two"); }'),
    ).toEqual(["a.x.*.z", "a.one", "a.two"]);
  });

  it("tells which keys a variable decides", () => {
    expect(find('const t = useTranslations("a");\nt(key);')).toEqual([
      { file: "sample.tsx", line: 2, namespace: "a", keys: [], dynamic: true },
    ]);
  });
});

describe("findTexts", () => {
  it("finds literals and patterns", () => {
    expect(findTexts("sample.ts", 'rule("image.seed.range"); rule(`image.${name}.model`);')).toEqual([
      "image.seed.range",
      "image.*.model",
    ]);
  });
});
