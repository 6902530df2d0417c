/** As high as a take's video gets, so that the next take is in sight: CSS. */
export const takeVideoMaxHeight = "26rem";
