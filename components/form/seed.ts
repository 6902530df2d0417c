/** A seed as the service takes it: a safe integer, or the digits of an int64 that JavaScript cannot count to. */
export type Seed = number | string;

/** Drawn seeds stay within 31 bits, so that a person can type and say them. */
const drawnSeedLimit = 2 ** 31;

/** What was typed: nothing, a number where it is safe, else the text as it stands, for the form's rules to judge. */
export function parseSeed(text: string): Seed | undefined {
  const typed = text.trim();
  if (typed === "") return undefined;
  const number = Number(typed);
  return /^-?\d+$/.test(typed) && Number.isSafeInteger(number) ? number : typed;
}

export function drawSeed(random: () => number = Math.random): number {
  return Math.floor(random() * drawnSeedLimit);
}
