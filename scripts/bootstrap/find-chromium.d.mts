/** The program of a Chromium or Chrome: CHROME_PATH, then the path of commands, then well-known places; or null. */
export function findChromium(): string | null;
