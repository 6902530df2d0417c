/** Maximum height of a take's video as CSS, so that the next take stays visible. */
export const takeVideoMaxHeight = "26rem";
