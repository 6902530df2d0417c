/** Buttons whose early presses count: `useEarlyPress`, `EarlyButton` and `Button`. */
export const earlyButtons = "[data-early-press], .button-base[type=button]";

/**
 * Runs before the page is visible and records presses on buttons (`Button`, `useEarlyPress`) that React does not handle yet:
 * before hydration starts, while a part is not hydrated, and when hydration renders a part again. Until React handles a
 * form, the browser's own submission would reload the page and put what was typed, a password too, into the address.
 * Records typed text and the entered field too (`useEarlyText`): a form with a stored draft would replace them.
 */
export const earlyPressScript = `(() => {
  const early = (window.reverieEarlyPresses = { pressed: new Map(), ready: new WeakSet(), typed: new Map() });
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest("${earlyButtons}");
    if (button && !early.ready.has(button)) early.pressed.set(button.dataset.earlyPress || button, location.href);
  }, true);
  document.addEventListener("input", ({ target }) => {
    if (/^(text|textarea|number)$/.test(target.type) && target.name) {
      early.typed?.set(target.name, { page: location.pathname, text: target.value });
    }
  }, true);
  document.addEventListener("focusin", ({ target }) => {
    if (early.typed && target.form) early.entered = target.name;
  }, true);
  document.addEventListener("submit", (event) => {
    if (!event.target.hasAttribute("action")) event.preventDefault();
  }, true);
})();`;
