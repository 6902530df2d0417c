/** How many one person may have for each generator. */
export const maxPresets = 100;

/** In Unicode code points. */
export const presetNameMaxLength = 60;

/** Of the values as JSON, in characters: room for the longest text of every generator. */
export const presetInputMaxLength = 300_000;
