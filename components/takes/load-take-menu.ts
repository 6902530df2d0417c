/** Fetches the menu of a take. One import for all who need it, so that fetching ahead brings the same files. */
export const loadTakeMenu = () => import("./take-menu");
