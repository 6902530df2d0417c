/** How the studio looks: `system` follows the machine. */
export const themes = ["dark", "light", "system"] as const;

export type Theme = (typeof themes)[number];

export const defaultTheme: Theme = "dark";

/** Read by the server, so that the first byte of a page carries the right colours and nothing flashes. */
export const themeCookieName = "theme";

/** The page's ground in each theme, for the browser's own frame (sRGB of the tokens in app/globals.css). */
export const groundColours = { dark: "#110f0d", light: "#f9f7f4" } as const;

export function parseTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? defaultTheme;
}
