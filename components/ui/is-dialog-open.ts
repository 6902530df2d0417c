/** Whether a `Dialog` or the lightbox is open: then the page behind it ignores keys. */
export const isDialogOpen = (): boolean => document.querySelector("dialog:popover-open") !== null;
