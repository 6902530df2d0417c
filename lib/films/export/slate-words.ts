import type { Locale } from "@/lib/i18n/locales";

/** What is written into a film and its file, in the language of whoever exports it: a worker has no message catalogue. */
export const filmWords: Readonly<Record<Locale, { noResult: string; missing: string; madeWithAi: string }>> =
  {
    en: { noResult: "No result yet", missing: "Missing shot", madeWithAi: "AI-generated" },
    zh: { noResult: "尚无结果", missing: "镜头缺失", madeWithAi: "AI 生成" },
  };
