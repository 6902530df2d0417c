/** The languages of the studio. Each has a complete folder under messages/ and in every generator. */
export const locales = ["en", "zh"] as const;

export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "en";

/** Holds the language a person chose; without it the browser's own list decides. */
export const localeCookieName = "locale";

/** Holds the person's IANA time zone, told by the browser, so that the server writes the same times. */
export const timeZoneCookieName = "time-zone";

/** What <html lang> says: the script matters to fonts and screen readers. */
export const htmlLanguages: Record<Locale, string> = { en: "en", zh: "zh-Hans" };

/** Each language in its own words, as a person looking for it reads it. */
export const localeNames: Record<Locale, string> = { en: "English", zh: "简体中文" };

export function isLocale(value: unknown): value is Locale {
  return (locales as readonly unknown[]).includes(value);
}

/**
 * The language for a request: the cookie if it names one, else the first of Accept-Language that the studio speaks
 * (by its primary subtag, so that zh-TW and zh-Hans-CN are both answered in Chinese), else English.
 */
export function negotiateLocale({
  cookie,
  acceptLanguage,
}: {
  cookie?: string | undefined;
  acceptLanguage?: string | null | undefined;
}): Locale {
  if (isLocale(cookie)) return cookie;
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return {
        language: tag.toLowerCase().split("-")[0],
        quality: quality === undefined ? 1 : Number(quality),
      };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { language } of wanted) if (isLocale(language)) return language;
  return defaultLocale;
}

/** The time zone a cookie names if this machine knows it, else undefined. */
export function parseTimeZone(value: string | undefined): string | undefined {
  if (!value) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
