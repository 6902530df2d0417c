import type { TextSelection } from "@/components/form/text-token";

/** What a slash may follow to ask for snippets: nothing, a blank, or what opens or separates. Not a letter, or `http:/`. */
const beforeSlash = /^$|[\s([{|,;，。、；（「【“"]$/u;

/** The offset of a slash before the caret that begins a word, also if more was typed meanwhile; null if there is none. */
export function findSlash(text: string, selection: TextSelection): number | null {
  const slash = text.lastIndexOf("/", selection.to - 1);
  if (slash < 0 || !beforeSlash.test(text.slice(Math.max(0, slash - 1), slash))) return null;
  return readSlashQuery(text, slash, selection) === null ? null : slash;
}

/** What was typed behind a slash; null once the caret is elsewhere, or the slash is meant as one. */
export function readSlashQuery(text: string, slash: number, { from, to }: TextSelection): string | null {
  if (from !== to || to <= slash || text[slash] !== "/") return null;
  const query = text.slice(slash + 1, to);
  return /^\s|[\n/]/u.test(query) ? null : query;
}
