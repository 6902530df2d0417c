/** How many films one person may have, with those in the trash. */
export const maxFilms = 200;

/** Of a document as JSON: 2,000 shots with as many sounds and captions take about 2 MB. */
export const maxFilmBytes = 3_000_000;

/** Room for a document, or for an exported film with what it says of its items. */
export const maxFilmBodyBytes = 4 * 1024 * 1024;

/** Values of the body: a shot has at most 22, a sound 12 and those of its points. */
export const maxFilmBodyValues = 300_000;

/** The largest archive of a film with its items that is imported. */
export const maxFilmArchiveBytes = 20_000_000_000;

/** How many versions of a film may have a name, which keeps them. */
export const maxNamedVersions = 50;

/** How many exports of one person may wait or run. */
export const maxActiveExports = 10;

/** How many exports lists return. */
export const maxListedExports = 50;

/** Of what a shot is to show, and of a text card, in Unicode code points. */
export const shotTextMaxLength = 2_000;

/** Of a caption, in Unicode code points. */
export const captionMaxLength = 500;

/** The beginning of a text that a caption has room for. Pure. */
export const cutCaption = (text: string) => Array.from(text).slice(0, captionMaxLength).join("");
