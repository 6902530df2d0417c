import { lazy, memo, Suspense, type ComponentType } from "react";
import { retryDelayMs } from "./fetched-part";
import { askForBuild } from "./other-build";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** React's `lazy` would crash the page when the fetch fails, as it does offline. On the server, the code itself has failed. */
async function loadUntilThere<Props>(load: Load<Props>): ReturnType<Load<Props>> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (typeof window === "undefined") throw error;
      await askForBuild();
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
}

/**
 * A part whose code loads with its first use, however often it has to be fetched. What the server rendered of it stays while
 * the code loads, as long as its props stay the same: otherwise React removes it for a moment, and a press that began on it ends on what is behind.
 *
 * @param Fallback shown with the same props until the code is there; nothing by default
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  Fallback?: ComponentType<Props>,
): ComponentType<Props> {
  const Part = lazy(() => loadUntilThere(load)) as unknown as ComponentType<Props>;
  return memo(function LazyPart(props: Props) {
    return (
      <Suspense fallback={Fallback ? <Fallback {...props} /> : null}>
        <Part {...props} />
      </Suspense>
    );
  }) as unknown as ComponentType<Props>;
}
