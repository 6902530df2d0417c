/** The places whose results are laid out by width; each browser remembers its widths for the next page. */
const widthCookies = { home: "home-width", library: "library-width" } as const;

/** Wider and narrower places are not believed: a person may write anything into a cookie. */
const widthsPx = { least: 120, most: 8_000 };

/** The width of a place when the browser last showed it, in CSS pixels; 0 if unknown. */
export interface RememberedWidth {
  cookie: string;
  widthPx: number;
}

/** Reads the width of a place from the cookies of a request. */
export function readRememberedWidth(
  place: keyof typeof widthCookies,
  cookies: { get(name: string): { value: string } | undefined },
): RememberedWidth {
  const cookie = widthCookies[place];
  const widthPx = Number(cookies.get(cookie)?.value);
  const isBelieved = widthPx >= widthsPx.least && widthPx <= widthsPx.most;
  return { cookie, widthPx: isBelieved ? widthPx : 0 };
}
