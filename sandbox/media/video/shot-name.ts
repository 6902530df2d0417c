const NAME_WORDS = 6;

/** The first words of a prompt, without camera instructions. */
export function nameShot(prompt: string): string {
  const words = prompt
    .replaceAll(/\[[^[\]]*\]/g, " ")
    .trim()
    .split(/\s+/);
  return words.slice(0, NAME_WORDS).join(" ");
}
