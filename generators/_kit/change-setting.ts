/**
 * An object of settings with some of them changed: what is set to undefined is left out, and an object without settings
 * is none, so that what nobody touched is not sent.
 */
export function changeSetting<Setting extends object>(
  setting: Setting | undefined,
  change: Partial<Setting>,
): Setting | undefined {
  const entries = Object.entries({ ...setting, ...change }).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? (Object.fromEntries(entries) as Setting) : undefined;
}
