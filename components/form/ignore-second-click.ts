import type { MouseEvent } from "react";

/** For a form's `onClickCapture`: the second click of a double click is not a second wish. */
export function ignoreSecondClick(event: MouseEvent<HTMLFormElement>): void {
  if (event.detail > 1 && event.target instanceof Element && event.target.closest("[type=submit]")) {
    event.preventDefault();
  }
}
