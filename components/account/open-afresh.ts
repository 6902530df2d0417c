/** Goes to a page as a new document, so that nothing the browser kept for another person (or nobody) is shown. */
export function openAfresh(path: string): void {
  window.location.assign(path);
}
