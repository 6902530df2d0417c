import { htmlLanguages, negotiateLocale } from "@/lib/i18n/locales";
import en from "@/messages/en/errors.json";
import zh from "@/messages/zh/errors.json";

const words = { en: en.database.away, zh: zh.database.away };
const retryAfterSeconds = 5;

/** The answer of every page while the database is away: plain HTML that loads again. It runs no script. */
export function createAwayPage(preferences: Parameters<typeof negotiateLocale>[0]): Response {
  const locale = negotiateLocale(preferences);
  const { title, action } = words[locale];
  const html = `<!doctype html>
<html lang="${htmlLanguages[locale]}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${retryAfterSeconds}">
<title>${title}</title>
<style>body { display: grid; place-content: center; min-height: 90vh; font-family: system-ui, sans-serif; text-align: center }</style>
<h1>${title}</h1>
<p>${action}</p>
</html>
`;
  return new Response(html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "retry-after": String(retryAfterSeconds),
    },
  });
}
