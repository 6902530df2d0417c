import { globSync } from "node:fs";

/** A page of the app folder. */
interface AppPage {
  /** In Next's notation, for example `/library/[generationId]`. */
  route: string;
  /** Its folders, route groups included. */
  folders: string[];
}

/** The pages of the app folder, like the build finds them. */
export function listPages(): AppPage[] {
  return globSync("app/**/page.{tsx,ts,jsx,js}").map((file) => {
    const folders = file.split(/[\\/]/).slice(1, -1);
    const segments = folders.filter((folder) => !folder.startsWith("("));
    return { route: `/${segments.join("/")}`, folders };
  });
}
