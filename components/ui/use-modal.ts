"use client";

import { hideOthers } from "aria-hidden";
import { useEffectEvent, useLayoutEffect, type RefObject } from "react";
import { useBackCloses } from "./use-back-closes";

interface ModalWindow {
  element: HTMLElement;
  close: () => void;
}

/** Open windows, the topmost last. */
const windows: ModalWindow[] = [];
let showOthers: (() => void) | undefined;

/**
 * Shows an element with `popover="manual"` as a modal window over the page while `open`: in the top layer, with focus kept in it
 * and the rest hidden from screen readers. Escape and Back close it; then focus returns to where it was. The element must
 * cover the page, so that no press reaches what is behind it.
 *
 * Replaces `showModal()`, which makes the page inert: the browser then computes the style of every element again, on opening and on
 * closing: 30 ms for 1,100 elements, up to 200 on a slow phone (docs/decisions/0050).
 *
 * @param options.findFirst what has the focus first; by default the element
 */
export function useModal(
  ref: RefObject<HTMLElement | null>,
  options: { open: boolean; onClose: () => void; findFirst?: () => HTMLElement | null },
): void {
  const { open, onClose } = options;
  const close = useEffectEvent(onClose);
  const findFirst = useEffectEvent((element: HTMLElement) =>
    options.findFirst ? options.findFirst() : element,
  );
  useBackCloses(open, onClose);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !open) return;
    closePopoversBehind(element);
    const before = document.activeElement;
    const modal = { element, close: () => close() };
    element.showPopover();
    addWindow(modal);
    findFirst(element)?.focus();
    return () => {
      const { activeElement } = document;
      const hadFocus = activeElement === document.body || element.contains(activeElement);
      removeWindow(modal);
      element.hidePopover();
      if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [ref, open]);
}

function addWindow(modal: ModalWindow): void {
  if (windows.length === 0) {
    addEventListener("keydown", onKeyDown);
    addEventListener("focusin", onFocusIn);
  }
  windows.push(modal);
  hideBehindTopmost();
}

function removeWindow(modal: ModalWindow): void {
  windows.splice(windows.indexOf(modal), 1);
  if (windows.length === 0) {
    removeEventListener("keydown", onKeyDown);
    removeEventListener("focusin", onFocusIn);
  }
  hideBehindTopmost();
}

function hideBehindTopmost(): void {
  showOthers?.();
  const topmost = windows.at(-1);
  showOthers = topmost && hideOthers(topmost.element);
}

const openPopover = "[popover=auto]:popover-open";

function closePopoversBehind(element: HTMLElement): void {
  for (const popover of document.querySelectorAll<HTMLElement>(openPopover)) {
    if (!popover.contains(element)) popover.hidePopover();
  }
}

function onKeyDown(event: KeyboardEvent): void {
  const modal = windows.at(-1);
  // 229: the key that ends an input method's composition in Safari.
  if (!modal || event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  if (event.key === "Tab") keepTabWithin(modal.element, event);
  if (event.key !== "Escape") return;
  // The browser closes the popover first.
  if (modal.element.querySelector(openPopover)) return;
  event.preventDefault();
  modal.close();
}

/** Code on the page behind may take the focus, too. */
function onFocusIn(event: FocusEvent): void {
  const element = windows.at(-1)?.element;
  if (!element || !(event.target instanceof Element) || element.contains(event.target)) return;
  const { relatedTarget } = event;
  if (relatedTarget instanceof HTMLElement && element.contains(relatedTarget)) {
    relatedTarget.focus({ preventScroll: true });
  } else focusFirst(listTabStops(element));
}

function keepTabWithin(element: HTMLElement, event: KeyboardEvent): void {
  const { activeElement } = document;
  const stops = listTabStops(element);
  const ahead = event.shiftKey ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const isAhead = (stop: Element) => activeElement!.compareDocumentPosition(stop) & ahead;
  if (element.contains(activeElement) && stops.some(isAhead)) return;
  event.preventDefault();
  focusFirst(event.shiftKey ? stops.reverse() : stops);
}

const focusableElements =
  "a[href], button, input, select, textarea, summary, audio[controls], video[controls], iframe, [contenteditable], [tabindex]";
/** An element that scrolls is a stop of its own where nothing in it is one. */
const scroller = "[data-scrolls]";

function listTabStops(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(`${focusableElements}, ${scroller}`)].filter(
    (each) =>
      (each.tabIndex >= 0 || scrollsAlone(each)) &&
      !each.matches(":disabled") &&
      each.checkVisibility({ visibilityProperty: true }) &&
      isStopOfGroup(each),
  );
}

const scrollsAlone = (element: HTMLElement): boolean =>
  element.matches(scroller) &&
  element.scrollHeight > element.clientHeight &&
  element.querySelector(focusableElements) === null;

/** A group of radio buttons is one stop: the chosen one, or the first. */
function isStopOfGroup(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== "radio" || element.checked) return true;
  const group = [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")].filter(
    ({ name, form }) => name === element.name && form === element.form,
  );
  return group[0] === element && !group.some(({ checked }) => checked);
}

function focusFirst(elements: HTMLElement[]): void {
  elements.find((element) => {
    element.focus();
    return document.activeElement === element;
  });
}
