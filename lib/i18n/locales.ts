/** The studio's languages. Each has a complete folder under messages/ and in every generator. */
export const locales = ["en", "zh"] as const;

export type Locale = (typeof locales)[number];

const defaultLocale: Locale = "en";

/** The language that a person chose; without it, the browser's preferences decide. */
export const localeCookieName = "locale";

/** The person's IANA time zone from the browser, so that the server formats the same times. */
export const timeZoneCookieName = "time-zone";

/** Values of <html lang>; the script matters to fonts and screen readers. */
export const htmlLanguages: Record<Locale, string> = { en: "en", zh: "zh-Hans" };

/** Each language's own name. */
export const localeNames: Record<Locale, string> = { en: "English", zh: "简体中文" };

export function isLocale(value: unknown): value is Locale {
  return (locales as readonly unknown[]).includes(value);
}

/** The first supported language of the tags, by primary subtag: zh-TW and zh-Hans-CN give Chinese. English without one. */
export function findLocale(tags: readonly string[]): Locale {
  return tags.map((tag) => tag.toLowerCase().split("-")[0]).find(isLocale) ?? defaultLocale;
}

/** The language of a request: the cookie's, otherwise the first supported one of Accept-Language, otherwise English. */
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
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
  return findLocale(wanted.map(({ tag }) => tag));
}

/** Whether it names a time zone. PostgreSQL reads the sign of an offset like +05:30 the other way round, so that is none. */
export function isTimeZone(name: string): boolean {
  return /^[a-z]/i.test(name) && parseTimeZone(name) !== undefined;
}

/** The time zone of a cookie; undefined where this machine doesn't know it. */
export function parseTimeZone(value: string | undefined): string | undefined {
  if (!value) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
