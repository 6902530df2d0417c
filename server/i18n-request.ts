import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { loadGeneratorMessages } from "@/generators/registry.messages";
import { loadMessages } from "@/lib/i18n/catalogues";
import { formats } from "@/lib/i18n/formats";
import {
  isLocale,
  localeCookieName,
  negotiateLocale,
  parseTimeZone,
  timeZoneCookieName,
} from "@/lib/i18n/locales";

/** The language, the words and the time zone of one request; the address carries no language. */
export default getRequestConfig(async ({ locale: asked }) => {
  const [cookieStore, headerList] = await Promise.all([cookies(), headers()]);
  const locale = isLocale(asked)
    ? asked
    : negotiateLocale({
        cookie: cookieStore.get(localeCookieName)?.value,
        acceptLanguage: headerList.get("accept-language"),
      });
  const [messages, generators] = await Promise.all([loadMessages(locale), loadGeneratorMessages(locale)]);
  return {
    locale,
    messages: { ...messages, generators },
    formats,
    timeZone:
      parseTimeZone(cookieStore.get(timeZoneCookieName)?.value) ??
      Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
});
