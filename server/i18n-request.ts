import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { generators } from "@/generators/registry";
import { loadMessages } from "@/lib/i18n/catalogues";
import { formats } from "@/lib/i18n/formats";
import {
  isLocale,
  localeCookieName,
  negotiateLocale,
  parseTimeZone,
  timeZoneCookieName,
} from "@/lib/i18n/locales";
import { loadGeneratorMessages } from "./generator-messages.server";

/** Language, messages and time zone of a request, from its cookies and headers. */
export default getRequestConfig(async ({ locale: asked }) => {
  const [cookieStore, headerList] = await Promise.all([cookies(), headers()]);
  const locale = isLocale(asked)
    ? asked
    : negotiateLocale({
        cookie: cookieStore.get(localeCookieName)?.value,
        acceptLanguage: headerList.get("accept-language"),
      });
  const [messages, generatorMessages] = await Promise.all([
    loadMessages(locale),
    Promise.all(generators.map(async ({ id }) => [id, await loadGeneratorMessages(id, locale)] as const)),
  ]);
  return {
    locale,
    messages: { ...messages, generators: Object.fromEntries(generatorMessages) },
    formats,
    timeZone:
      parseTimeZone(cookieStore.get(timeZoneCookieName)?.value) ??
      Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
});
