const showDelayMs = 450;
/** Moving to another element within this time shows its tooltip immediately. */
const warmDurationMs = 300;
const gapPx = 6;
const edgePx = 8;

export interface Tooltips {
  /** The pointer or the focus is on an element with a tooltip, or on none. */
  approach(element: Element | null, immediately: boolean): void;
  hide(): void;
}

/** Shows `data-tooltip` in a layer. Loaded with the first element that has one and is hovered or focused. */
export function createTooltips(layer: HTMLElement): Tooltips {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let owner: Element | null = null;
  let hiddenAt = -Infinity;

  function hide() {
    clearTimeout(timer);
    if (owner && layer.matches(":popover-open")) {
      layer.hidePopover();
      hiddenAt = performance.now();
    }
    owner = null;
  }

  function show(element: Element) {
    const words = element.getAttribute("data-tooltip");
    // An open panel covers the tooltip and says more.
    const opened = element instanceof HTMLButtonElement && element.popoverTargetElement;
    if (!words || !element.isConnected) return;
    if (opened && opened.matches(":popover-open")) return;
    layer.textContent = words;
    layer.showPopover();
    const at = element.getBoundingClientRect();
    const own = layer.getBoundingClientRect();
    const below = at.bottom + gapPx + own.height + edgePx <= innerHeight;
    const left = at.left + at.width / 2 - own.width / 2;
    layer.style.left = `${Math.min(Math.max(edgePx, left), innerWidth - own.width - edgePx)}px`;
    layer.style.top = `${below ? at.bottom + gapPx : at.top - gapPx - own.height}px`;
  }

  function approach(element: Element | null, immediately: boolean) {
    if (element === owner) return;
    hide();
    if (!element) return;
    owner = element;
    const warm = performance.now() - hiddenAt < warmDurationMs;
    // Never at once: focus moves while a menu or a dialog is shown, and nothing else can be shown then.
    timer = setTimeout(() => show(element), immediately || warm ? 0 : showDelayMs);
  }

  return { approach, hide };
}
