/** How many one person may have. */
export const maxSnippets = 200;

/** In Unicode code points. */
export const snippetNameMaxLength = 60;

/** In Unicode code points. */
export const snippetTextMaxLength = 5_000;
