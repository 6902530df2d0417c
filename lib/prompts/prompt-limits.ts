/** Of a text in a list, in Unicode code points. */
export const promptPreviewLength = 400;
