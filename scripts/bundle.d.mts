/** Compiles a TypeScript program and all it imports of the project into one file; throws esbuild's BuildFailure. */
export function bundle(root: string, entry: string, outfile: string): Promise<void>;
/** The same into a folder, where `import()` becomes a file of its own that loads when it is needed. */
export function bundleWithChunks(root: string, entry: string, outdir: string): Promise<void>;
/** Compiles again at every change of a source and calls `onBuilt` each time, with the errors if there are some. */
export function watchBundle(
  root: string,
  entry: string,
  outfile: string,
  onBuilt: (errors: string[]) => void,
): Promise<{ dispose(): Promise<void> }>;
