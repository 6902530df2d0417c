/** Fetches the lightbox. One import for all who need it, so that fetching ahead brings the same files. */
export const loadLightbox = () => import("./lightbox");
