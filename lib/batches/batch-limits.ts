/** How many generations one batch may have. */
export const maxBatchRows = 500;

/** Room for as many rows of lyrics. */
export const maxBatchBodyBytes = 4 * 1024 * 1024;
