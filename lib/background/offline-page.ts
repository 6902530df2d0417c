import { groundColours, themeCookieName } from "@/lib/appearance/themes";
import { htmlLanguages, localeCookieName } from "@/lib/i18n/locales";
import en from "@/messages/en/background.json";
import zh from "@/messages/zh/background.json";

const words = { en: en.offline, zh: zh.offline };

/** How often it looks whether the studio responds again. */
const retryMs = 5_000;

/** Stands for the nonce of the response, which the service worker chooses. */
export const nonceMark = "__nonce__";

/**
 * What is shown instead of a page that can't be fetched. The service worker carries it, so it is never in a cache; the
 * browser chooses language and theme, since nobody can ask the studio.
 */
export const offlinePage = `<!doctype html>
<html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reverie</title>
<style>
  :root { color-scheme: dark light; font-family: "Geist", system-ui, sans-serif }
  :root[data-theme=dark] { color-scheme: dark }
  :root[data-theme=light] { color-scheme: light }
  body {
    display: grid; place-content: center; justify-items: center; gap: 0.75rem; margin: 0; padding: 1.5rem;
    min-height: 100dvh; box-sizing: border-box; text-align: center; line-height: 1.5;
    color: light-dark(#1d1a17, #f5f1ea); background: light-dark(${groundColours.light}, ${groundColours.dark})
  }
  h1 { margin: 0; font-size: 1.25rem; font-weight: 600 }
  p { margin: 0; max-width: 26rem; color: light-dark(#56504a, #b5aea6) }
  button {
    margin-top: 0.5rem; padding: 0.5rem 1rem; border: 0; border-radius: 8px; font: inherit; font-weight: 500; cursor: pointer;
    color: light-dark(#fcfaf7, #16120e); background: light-dark(#1d1a17, #f5f1ea)
  }
  button:focus-visible { outline: 2px solid light-dark(#8a5a00, #f2b95a); outline-offset: 2px }
</style>
<main>
<div role="status"><h1></h1></div>
<p></p>
<button type="button"></button>
</main>
<script nonce="${nonceMark}">
  const words = ${JSON.stringify(words)};
  const languages = ${JSON.stringify(htmlLanguages)};
  const read = (name) => document.cookie.split("; ").find((part) => part.startsWith(name + "="))?.slice(name.length + 1);
  const known = [read("${localeCookieName}"), ...navigator.languages.map((tag) => tag.split("-")[0])];
  const locale = known.find((language) => language in words) ?? "en";
  document.documentElement.lang = languages[locale];
  document.documentElement.dataset.theme = read("${themeCookieName}") ?? "dark";
  const { title, away, body, tryAgain } = words[locale];
  const say = () => {
    document.title = document.querySelector("h1").textContent = navigator.onLine ? away : title;
  };
  say();
  document.querySelector("p").textContent = body;
  const button = document.querySelector("button");
  button.textContent = tryAgain;
  const open = () => location.reload();
  button.addEventListener("click", open);
  addEventListener("online", open);
  addEventListener("offline", say);
  setInterval(() => {
    fetch("/api/health/live", { cache: "no-store" }).then(({ ok }) => ok && open(), say);
  }, ${retryMs});
</script>
</html>
`;
