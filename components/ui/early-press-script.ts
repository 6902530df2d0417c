/**
 * Runs before anything of the page is in sight, and notes presses on buttons that wait for their script
 * (`useEarlyPress`): those that the page's own code is not there yet to hear. React itself hears no click before it
 * begins, and loses one on a part that it has not taken over by then, or makes anew while it takes over.
 */
export const earlyPressScript = `(() => {
  const early = (window.reverieEarlyPresses = { pressed: new Map(), ready: new WeakSet() });
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest("[data-early-press]");
    if (button && !early.ready.has(button)) early.pressed.set(button.dataset.earlyPress, location.href);
  }, true);
})();`;
