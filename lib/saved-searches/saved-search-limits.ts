/** How many one person may have. */
export const maxSavedSearches = 50;

/** In Unicode code points. */
export const savedSearchNameMaxLength = 60;
