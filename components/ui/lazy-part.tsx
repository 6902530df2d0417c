import { lazy, memo, Suspense, type ComponentType } from "react";

/**
 * A part whose code loads with its first use. What the server rendered of it stays while the code loads, as long as its props
 * stay the same: otherwise React removes it for a moment, and a press that began on it ends on what is behind.
 *
 * @param Fallback shown with the same props until the code is there; nothing by default
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Fallback?: ComponentType<Props>,
): ComponentType<Props> {
  const Part = lazy(load) as unknown as ComponentType<Props>;
  return memo(function LazyPart(props: Props) {
    return (
      <Suspense fallback={Fallback ? <Fallback {...props} /> : null}>
        <Part {...props} />
      </Suspense>
    );
  }) as unknown as ComponentType<Props>;
}
