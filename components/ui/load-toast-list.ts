/** Fetches the list of toasts. One import for all who need it, so that fetching ahead brings the same files. */
export const loadToastList = () => import("./toast-list");
