import { htmlLanguages, type Locale } from "@/lib/i18n/locales";
import type { ItemDto } from "@/lib/items/item-dto";
import en from "@/messages/en/shared-page.json";
import zh from "@/messages/zh/shared-page.json";

const words = { en, zh };

/** What a page says instead of a link's items. */
export type ShareFailure = "ended" | "unknown" | "throttled" | "failed";

interface SharePage {
  locale: Locale;
  nonce: string;
  /** Where the page is, for previews, which need whole addresses. */
  address: URL;
  /** Without the last slash: `/api/shares/<token>/media`. */
  mediaPath: string;
  items: readonly ItemDto[];
  prompts: readonly (string | null)[];
}

/**
 * The page of a link as HTML without a framework, so that it opens at once on any phone: what plays needs no script, which
 * only colours waveforms and lets people seek in them. Pure.
 */
export function writeSharePage({ locale, nonce, address, mediaPath, items, prompts }: SharePage): string {
  const [first] = items;
  if (!first) throw new Error("A page has at least one item");
  const title = items.length > 1 ? `${first.name} + ${items.length - 1}` : first.name;
  const absolute = (path: string) => new URL(path, address).href;
  const file = `${mediaPath}/${first.id}`;
  const previews: [string, string][] = [
    ["og:title", title],
    ["og:site_name", "Reverie"],
    ["og:url", address.href],
    ["og:type", first.kind === "audio" ? "music.song" : first.kind === "video" ? "video.other" : "website"],
    ...(prompts[0] ? [["og:description", prompts[0].slice(0, 200)] as [string, string]] : []),
    ...listPreviewFiles(first, absolute(file)),
    ["twitter:card", first.kind === "audio" ? "summary" : "summary_large_image"],
  ];
  const metas = previews.map(
    ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
  );
  const figures = items.map((item, index) =>
    writeItem(item, { path: `${mediaPath}/${item.id}`, prompt: prompts[index] ?? null, locale }),
  );
  return writeDocument({
    locale,
    title,
    head: metas.join("\n"),
    body: `<main>\n${figures.join("\n")}\n</main>\n<footer>${words[locale].made}</footer>\n<script nonce="${nonce}">${script}</script>`,
  });
}

/** The page of a link that shows nothing. Pure. */
export function writeShareFailure(locale: Locale, failure: ShareFailure): string {
  const { [`${failure}Title` as const]: title, [`${failure}Lead` as const]: lead } = words[locale];
  return writeDocument({
    locale,
    title,
    head: "",
    body: `<main class="failure"><h1>${title}</h1><p>${lead}</p></main>`,
  });
}

function listPreviewFiles({ kind, mimeType, width, height }: ItemDto, file: string): [string, string][] {
  if (kind === "audio")
    return [
      ["og:audio", file],
      ["og:audio:type", mimeType],
    ];
  const image: [string, string][] = [["og:image", `${file}?width=1280`]];
  if (kind === "image") return image;
  return [
    ...image,
    ["og:video", file],
    ["og:video:type", mimeType],
    ...(width && height
      ? ([
          ["og:video:width", String(width)],
          ["og:video:height", String(height)],
        ] as [string, string][])
      : []),
  ];
}

function writeItem(
  item: ItemDto,
  { path, prompt, locale }: { path: string; prompt: string | null; locale: Locale },
): string {
  const { download, prompt: promptLabel } = words[locale];
  const text =
    prompt === null
      ? ""
      : `<details><summary>${promptLabel}</summary><p dir="auto">${escapeHtml(prompt)}</p></details>`;
  return `<figure class="${item.kind}">
${writePlayer(item, path)}
<figcaption><h1 dir="auto">${escapeHtml(item.name)}</h1><a href="${path}?download=1" download>${download}</a></figcaption>
${text}</figure>`;
}

function writePlayer({ kind, name, width, height }: ItemDto, path: string): string {
  const label = escapeHtml(name);
  const size = width && height ? ` width="${width}" height="${height}"` : "";
  switch (kind) {
    case "image":
      return `<a href="${path}"><img src="${path}?width=1280" alt="${label}"${size}></a>`;
    case "video":
      return `<video src="${path}" poster="${path}?width=1280" aria-label="${label}"${size} controls playsinline preload="metadata"></video>`;
    case "audio":
      return `<div class="wave" style="mask-image:url(${path}?view=waveform);-webkit-mask-image:url(${path}?view=waveform)"></div>
<audio src="${path}" aria-label="${label}" controls preload="metadata"></audio>`;
  }
}

function writeDocument({
  locale,
  title,
  head,
  body,
}: {
  locale: Locale;
  title: string;
  head: string;
  body: string;
}): string {
  return `<!doctype html>
<html lang="${htmlLanguages[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${head}
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Colours of app/globals.css. */
const style = `
:root { color-scheme: light dark; --ground: light-dark(oklch(0.975 0.004 85), oklch(0.165 0.006 70)); --panel: light-dark(oklch(0.992 0.002 85), oklch(0.198 0.007 70)); --line: light-dark(oklch(0.2 0.02 70 / 0.1), oklch(1 0.01 80 / 0.075)); --text: light-dark(oklch(0.225 0.012 70), oklch(0.955 0.006 85)); --text-2: light-dark(oklch(0.42 0.014 70), oklch(0.755 0.01 80)); --text-3: light-dark(oklch(0.51 0.014 70), oklch(0.655 0.012 75)); --wave: light-dark(oklch(0.75 0.008 85), oklch(0.44 0.008 75)); --hue: light-dark(oklch(0.525 0.115 70), oklch(0.81 0.135 78)); }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100dvh; display: flex; flex-direction: column; background: var(--ground); color: var(--text); font: 16px/1.5 Geist, system-ui, sans-serif; }
main { flex: 1; width: 100%; max-width: 60rem; margin: 0 auto; padding: 1rem; display: flex; flex-direction: column; justify-content: center; gap: 2rem; }
figure { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
img, video { display: block; width: 100%; height: auto; max-height: 78dvh; object-fit: contain; background: var(--ground); }
.audio { padding-top: 1.25rem; }
.wave { height: 6rem; margin: 0 1.25rem 1rem; cursor: pointer; background: linear-gradient(to right, var(--hue) var(--played, 0%), var(--wave) 0); mask-size: 100% 100%; -webkit-mask-size: 100% 100%; }
audio { display: block; width: calc(100% - 2.5rem); margin: 0 1.25rem; }
figcaption { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.25rem 1rem; padding: 1rem 1.25rem; }
h1 { font-size: 1.125rem; font-weight: 600; line-height: 1.35; overflow-wrap: anywhere; min-width: 0; }
figcaption a { color: var(--text-2); padding: 0.5rem 0; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--hue); outline-offset: 3px; border-radius: 4px; }
details { border-top: 1px solid var(--line); padding: 0.75rem 1.25rem; color: var(--text-2); }
summary { cursor: pointer; }
details p { white-space: pre-wrap; overflow-wrap: anywhere; padding-top: 0.5rem; }
footer { padding: 1rem; text-align: center; color: var(--text-3); font-size: 0.8125rem; }
.failure { align-items: center; text-align: center; gap: 0.5rem; }
.failure p { color: var(--text-2); }
`.trim();

const script = `
for (const audio of document.querySelectorAll("audio")) {
  const wave = audio.previousElementSibling;
  const show = () => wave.style.setProperty("--played", (audio.duration ? (audio.currentTime / audio.duration) * 100 : 0) + "%");
  audio.addEventListener("timeupdate", show);
  audio.addEventListener("seeked", show);
  wave.addEventListener("click", (event) => {
    const { left, width } = wave.getBoundingClientRect();
    if (audio.duration) audio.currentTime = ((event.clientX - left) / width) * audio.duration;
    audio.play();
  });
}
document.addEventListener("play", ({ target }) => {
  for (const other of document.querySelectorAll("audio, video")) if (other !== target) other.pause();
}, true);
`.trim();
