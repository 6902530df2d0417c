/** How many one person may have. */
export const maxSavedSearches = 50;

/** In signs. */
export const savedSearchNameMaxLength = 60;
