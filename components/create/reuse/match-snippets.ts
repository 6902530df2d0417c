import type { PromptField } from "@/lib/items/prompt-fields";
import { normaliseText } from "@/lib/items/search-text";
import type { SnippetDto } from "@/lib/snippets/snippet-dto";

/** The snippets that a field offers, those with the words in their names first. */
export function matchSnippets(
  snippets: readonly SnippetDto[],
  { field, query }: { field: PromptField; query: string },
): SnippetDto[] {
  const words = normaliseText(query).split(" ").filter(Boolean);
  const has = (text: string) => {
    const normal = normaliseText(text);
    return words.every((word) => normal.includes(word));
  };
  const offered = snippets.filter(({ fields }) => fields.length === 0 || fields.includes(field));
  const named = offered.filter(({ name }) => has(name));
  return [...named, ...offered.filter((each) => !named.includes(each) && has(`${each.name} ${each.text}`))];
}
