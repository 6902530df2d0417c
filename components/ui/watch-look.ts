/**
 * Calls back when `data-theme` of <html> changes.
 *
 * @returns stops watching
 */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/**
 * Calls back when drawings by script must be redrawn: the colours have changed, or the pixel ratio, as after zooming or
 * moving to another screen.
 *
 * @returns stops watching
 */
export function watchLook(onChange: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const stopWatchingTheme = watchTheme(onChange);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", onChange, { signal });
  function watchPixelRatio() {
    const pixels = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const onPixelRatio = () => {
      onChange();
      watchPixelRatio();
    };
    pixels.addEventListener("change", onPixelRatio, { once: true, signal });
  }
  watchPixelRatio();
  return () => {
    stopWatchingTheme();
    controller.abort();
  };
}
