import type { AbstractIntlMessages } from "next-intl";
import type { Locale } from "@/lib/i18n/locales";

/** The messages of a generator in one language, found in its folder by their name. */
export async function loadGeneratorMessages(id: string, locale: Locale): Promise<AbstractIntlMessages> {
  const file = (await import(`../generators/${id}/messages/${locale}.json`)) as {
    default: AbstractIntlMessages;
  };
  return file.default;
}
