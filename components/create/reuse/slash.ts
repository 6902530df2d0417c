import type { TextSelection } from "@/components/form/text-token";

/** What a slash may follow to ask for snippets: nothing, a blank, or what opens or separates. Not a letter, or `http:/`. */
const beforeSlash = /^$|[\s([{|,;，。、；（「【“"]$/u;

/** The offset of a slash that was just typed at the beginning of a word; null if there is none before the caret. */
export function findSlash(text: string, { from, to }: TextSelection): number | null {
  if (from !== to || text[to - 1] !== "/") return null;
  return beforeSlash.test(text.slice(Math.max(0, to - 2), to - 1)) ? to - 1 : null;
}

/** What was typed behind a slash; null once the caret is elsewhere, or the slash is meant as one. */
export function readSlashQuery(text: string, slash: number, { from, to }: TextSelection): string | null {
  if (from !== to || to <= slash || text[slash] !== "/") return null;
  const query = text.slice(slash + 1, to);
  return /^\s|[\n/]/u.test(query) ? null : query;
}
