import type { ShownItem } from "./read-account.server";

/** No script, and nothing from elsewhere. Opened as a file, only `file:` is its own in every browser. */
const policy = "default-src 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'unsafe-inline'";

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 80rem; padding: 1rem }
h1 { font-size: 1.4rem; margin: 0 }
nav { display: flex; gap: 1rem; margin: 1rem 0 }
main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)) }
article { border: 1px solid #8885; border-radius: .5rem; overflow: hidden; padding: .75rem }
article.trashed { opacity: .5 }
h2 { font-size: 1rem; margin: .5rem 0 0; overflow-wrap: anywhere }
img, video { aspect-ratio: 1; background: #8882; display: block; object-fit: contain; width: 100% }
audio { width: 100% }
p { margin: 0; opacity: .75; overflow-wrap: anywhere }
pre { font: inherit; max-height: 20rem; overflow: auto; overflow-wrap: anywhere; white-space: pre-wrap }`;

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
