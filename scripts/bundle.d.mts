/** Compiles a TypeScript program and all it imports of the project into one file; throws esbuild's BuildFailure. */
export function bundle(root: string, entry: string, outfile: string): Promise<void>;
/** Compiles the program of the worker threads that make waveforms to dist/peaks-thread.mjs, where lib/media/peaks looks for it. */
export function bundlePeaksThread(root: string): Promise<void>;
/** Compiles the program of the processes that decode frames of videos to dist/decode-frame.mjs, where lib/media/frames looks for it. */
export function bundleFrameProgram(root: string): Promise<void>;
/** The same for several programs, which share what they have in common. */
export function bundleTogether(root: string, entries: string[], outdir: string): Promise<void>;
/** Compiles again at every change of a source and calls `onBuilt` each time, with the errors if there are some. */
export function watchBundle(
  root: string,
  entry: string,
  outfile: string,
  onBuilt: (errors: string[]) => void,
): Promise<{ dispose(): Promise<void> }>;
/** Ends the compiler's own process, which otherwise stays for the next bundle. */
export function stopCompiler(): Promise<void>;
