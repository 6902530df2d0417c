import { palette } from "@/lib/shares/share-page-style";
import type { ShownItem } from "./read-account.server";

/** No script, and nothing from elsewhere. Opened as a file, only `file:` is its own in every browser. */
const policy = "default-src 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'unsafe-inline'";

const style = `
${palette}
* { box-sizing: border-box; margin: 0 }
body { background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 82rem; padding: 1.25rem }
h1 { font-size: 1.4rem; line-height: 1.3 }
p, nav { color: var(--text-2); overflow-wrap: anywhere }
a { color: inherit }
nav { align-items: center; display: flex; font-variant-numeric: tabular-nums; gap: .5rem; margin: .75rem 0 }
nav a { border: 1px solid var(--line); border-radius: 8px; padding: .375rem 1rem; text-decoration: none }
nav a:hover { color: var(--text) }
a:focus-visible, summary:focus-visible { outline: 2px solid; outline-offset: 2px }
main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr)) }
article { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; padding-bottom: .875rem }
article.trashed { opacity: .5 }
article > :not(a, video) { margin-inline: .875rem }
h2 { font-size: .9375rem; font-weight: 600; margin-top: .75rem; overflow-wrap: anywhere }
article p { font-size: .8125rem }
img, video { aspect-ratio: 1; background: var(--ground); display: block; object-fit: contain; width: 100% }
audio { display: block; margin-top: 1rem; width: calc(100% - 1.75rem) }
details { color: var(--text-2); margin-top: .375rem }
summary { cursor: pointer }
pre { font: inherit; font-size: .875rem; max-height: 20rem; overflow: auto; overflow-wrap: anywhere; white-space: pre-wrap }`;

interface Page {
  /** From 1. */
  page: number;
  pages: number;
  title: string;
  /** A line below the title. */
  facts: string;
  items: readonly ShownItem[];
  /** From the folder of `index.html`. */
  linkPage: (page: number) => string;
  linkFile: (sha256: string) => string;
}

/**
 * A page to look through the items of an archive without a studio. It has no words but those of the person, so that it
 * reads the same in every language. Pure.
 */
export function writePage({ page, pages, title, facts, items, linkPage, linkFile }: Page): string {
  const up = page === 1 ? "" : "../";
  const link = (to: number, sign: string) =>
    to < 1 || to > pages ? "" : `<a href="${escapeHtml(up + linkPage(to))}">${sign}</a>`;
  const nav = `<nav>${link(page - 1, "←")}<span>${page} / ${pages}</span>${link(page + 1, "→")}</nav>`;
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}
</style>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(facts)}</p></header>
${nav}
<main>
${items.map((item) => writeItem(item, up + linkFile(item.sha256))).join("\n")}
</main>
${nav}
</body>
</html>
`;
}

function writeItem(item: ShownItem, file: string): string {
  const marks = [item.favourite ? "♥" : "", "★".repeat(item.rating)].filter((mark) => mark !== "");
  const facts = [item.createdAt, item.model, ...marks, ...item.tags.map((tag) => `#${tag}`)].join(" · ");
  return [
    `<article${item.trashed ? ' class="trashed"' : ""}>`,
    writeMedia(item, escapeHtml(file)),
    `<h2>${escapeHtml(item.name)}</h2><p>${escapeHtml(facts)}</p>`,
    item.words ? `<details><summary>…</summary><pre>${escapeHtml(item.words)}</pre></details>` : "",
    "</article>",
  ].join("");
}

function writeMedia({ kind, name }: ShownItem, file: string): string {
  if (kind === "audio") return `<audio controls preload="none" src="${file}"></audio>`;
  if (kind === "video") return `<video controls preload="none" src="${file}"></video>`;
  return `<a href="${file}"><img loading="lazy" src="${file}" alt="${escapeHtml(name)}"></a>`;
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => escapes[sign]!);
}
