/** What can be chosen, and what is chosen although it no longer can be: a form shows it, its rules tell of it. */
export function withChosen<Value>(offered: readonly Value[], chosen: Value | undefined): readonly Value[] {
  return chosen === undefined || offered.includes(chosen) ? offered : [...offered, chosen];
}
