/** `system` follows the operating system. */
export const themes = ["dark", "light", "system"] as const;

export type Theme = (typeof themes)[number];

const defaultTheme: Theme = "dark";

/** Read by the server, so that a page renders in the right colours from the first byte. */
export const themeCookieName = "theme";

/**
 * The page background of each theme, for the browser's own interface (sRGB of the tokens in app/globals.css).
 */
export const groundColours = { dark: "#110f0d", light: "#f9f7f4" } as const;

export function parseTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? defaultTheme;
}
