import { isFilmLoop } from "@/lib/items/film-items";
import { htmlLanguages, type Locale } from "@/lib/i18n/locales";
import { formatLength } from "@/lib/i18n/clocks";
import type { ItemDto } from "@/lib/items/item-dto";
import en from "@/messages/en/shared-page.json";
import zh from "@/messages/zh/shared-page.json";
import type { SharedItems } from "./open-share.server";
import { projectStyle, script, style } from "./share-page-style";

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
  /** Null for items. */
  project: { title: string; notes: string; cover: ItemDto | null } | null;
  /** The title of the project that a single item is shown of, with a link back. */
  itemOf: string | null;
  shown: SharedItems;
  /** Of the items of this page. */
  prompts: readonly (string | null)[];
}

/**
 * The page of a link as HTML without a framework, so that it opens at once on any phone: what plays needs no script, which
 * only colours waveforms and lets people seek in them. Pure.
 */
export function writeSharePage(page: SharePage): string {
  const { locale, nonce, project, itemOf, shown } = page;
  const title = project?.title ?? nameItems(shown);
  const figures = shown.items.map((item, index) => writeItem(page, item, index)).join("\n");
  const list = shown.total > 0 ? `<div class="items">\n${figures}\n</div>` : `<p>${words[locale].empty}</p>`;
  const back =
    itemOf === null ? "" : `<nav><a href="?page=${shown.page}">‹ ${escapeHtml(itemOf)}</a></nav>\n`;
  const body = project ? `${writeHead(page, project)}\n${list}` : back + figures;
  return writeDocument({
    locale,
    title,
    head: listPreviews(page, title)
      .map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`)
      .join("\n"),
    styles: project ? style + projectStyle : style,
    body: `<main>\n${body}\n${writeNavigation(locale, shown)}</main>\n<footer>${words[locale].made}</footer>\n<script nonce="${nonce}">${script}</script>`,
  });
}

function nameItems({ items: [first], total }: SharedItems): string {
  if (!first) throw new Error("The page of a link to items has at least one");
  return total > 1 ? `${first.name} + ${total - 1}` : first.name;
}

/** What services that preview links read. */
function listPreviews({ address, mediaPath, project, shown, prompts }: SharePage, title: string) {
  const [first] = shown.items;
  const picture = project ? (project.cover ?? shown.items.find(({ kind }) => kind !== "audio")) : first;
  const fileOf = ({ id }: ItemDto) => new URL(`${mediaPath}/${id}`, address).href;
  const description = project ? project.notes : prompts[0];
  const previews: [string, string][] = [
    ["og:title", title],
    ["og:site_name", "Reverie"],
    ["og:url", address.href],
    ["og:type", project || !first ? "website" : previewTypes[first.kind]],
  ];
  if (description) previews.push(["og:description", description.slice(0, 200)]);
  if (project && picture) previews.push(["og:image", `${fileOf(picture)}?width=1280`]);
  if (!project && first) previews.push(...listPreviewFiles(first, fileOf(first)));
  const isLarge = picture !== undefined && picture.kind !== "audio";
  return [...previews, ["twitter:card", isLarge ? "summary_large_image" : "summary"]] as const;
}

const previewTypes = { image: "website", audio: "music.song", video: "video.other" } as const;

function writeHead({ mediaPath }: SharePage, { title, notes, cover }: NonNullable<SharePage["project"]>) {
  const picture = cover ? `<img src="${mediaPath}/${cover.id}?width=640" alt="">` : "";
  const text = notes ? `<p dir="auto">${escapeHtml(notes)}</p>` : "";
  return `<header>${picture}<div><h1 dir="auto">${escapeHtml(title)}</h1>${text}</div></header>`;
}

/** Links to the pages before and after this one, if there are any. */
function writeNavigation(locale: Locale, { items, total, page, pages, before }: SharedItems): string {
  if (pages === 1) return "";
  const { previous, next } = words[locale];
  const place = `<span>${before + 1}–${before + items.length} / ${total}</span>`;
  const link = (to: number, rel: string, label: string) =>
    to < 1 || to > pages ? "" : `<a href="?page=${to}" rel="${rel}">${label}</a>`;
  return `<nav>${link(page - 1, "prev", `‹ ${previous}`)}${place}${link(page + 1, "next", `${next} ›`)}</nav>\n`;
}

/** The page of a link that shows nothing. Pure. */
export function writeShareFailure(locale: Locale, failure: ShareFailure): string {
  const { [`${failure}Title` as const]: title, [`${failure}Lead` as const]: lead } = words[locale];
  return writeDocument({
    locale,
    title,
    head: "",
    styles: style,
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
  { locale, mediaPath, project, shown, prompts }: SharePage,
  item: ItemDto,
  index: number,
): string {
  const { download, prompt: promptLabel } = words[locale];
  const path = `${mediaPath}/${item.id}`;
  const prompt = prompts[index] ?? null;
  const text =
    prompt === null
      ? ""
      : `<details><summary>${promptLabel}</summary><p dir="auto">${escapeHtml(prompt)}</p></details>`;
  const level = project ? "h2" : "h1";
  // A tile loads nothing before it is played, so its player can't tell the length.
  const { durationSeconds } = item;
  const length =
    project && durationSeconds !== undefined ? `<small>${formatLength(durationSeconds)}</small>` : "";
  const caption = `<figcaption><${level} id="n${index}" dir="auto">${escapeHtml(item.name)}</${level}>${length}<a href="${path}?download=1">${download}</a></figcaption>`;
  const nameId = `n${index}`;
  const address = `?page=${shown.page}&amp;item=${item.id}`;
  const player = project ? writeTile(item, { path, address, nameId }) : writePlayer(item, { path, nameId });
  return `<figure class="${item.kind}">${player}${caption}${text}</figure>`;
}

/** One of many: the file loads when it is opened or played. */
function writeTile(
  { kind }: ItemDto,
  { path, address, nameId }: { path: string; address: string; nameId: string },
): string {
  switch (kind) {
    case "image":
      return `<a href="${address}" aria-labelledby="${nameId}"><img src="${path}?width=640" alt="" loading="lazy"></a>`;
    case "video":
      return `<video src="${path}" poster="${path}?width=640" aria-labelledby="${nameId}" controls playsinline preload="none"></video>`;
    case "audio":
      return `${writeWave(path)}<audio src="${path}" aria-labelledby="${nameId}" controls preload="none"></audio>`;
  }
}

const writeWave = (path: string) => `<div class="wave" style="--peaks:url(${path}?view=waveform)"></div>`;

function writePlayer(item: ItemDto, { path, nameId }: { path: string; nameId: string }): string {
  const { kind, name, width, height } = item;
  const size = width && height ? ` width="${width}" height="${height}"` : "";
  const still = `${path}?width=1280`;
  switch (kind) {
    case "image":
      return isFilmLoop(item)
        ? `<a href="${path}"><picture><source media="(prefers-reduced-motion: reduce)" srcset="${still}"><img src="${path}" alt="${escapeHtml(name)}"${size}></picture></a>`
        : `<a href="${path}"><img src="${still}" alt="${escapeHtml(name)}"${size}></a>`;
    case "video":
      return `<video src="${path}" poster="${still}" aria-labelledby="${nameId}"${size} controls playsinline preload="metadata"></video>`;
    case "audio":
      return `${writeWave(path)}<audio src="${path}" aria-labelledby="${nameId}" controls preload="metadata"></audio>`;
  }
}

function writeDocument({
  locale,
  title,
  head,
  styles,
  body,
}: {
  locale: Locale;
  title: string;
  head: string;
  styles: string;
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
<style>${styles}</style>
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
