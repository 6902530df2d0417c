/** The generator of items that were exported from films. It is in no registry: nothing can be asked of it. */
export const filmGenerator = "film";

/** Whether an item is an animated image: a loop is the only image that a film is exported as. Pure. */
export const isFilmLoop = ({ generator, kind }: { generator: string; kind: string }): boolean =>
  generator === filmGenerator && kind === "image";
