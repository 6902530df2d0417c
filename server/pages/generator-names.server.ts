import { getTranslations } from "next-intl/server";
import type { LibraryGenerator } from "@/components/library/library-tile";
import { generators } from "@/generators/registry";

/** The generators there are, by name in the person's language. */
export async function getGeneratorNames(): Promise<LibraryGenerator[]> {
  const t = await getTranslations("generators");
  return generators.map(({ id, medium }) => ({ id, medium, name: t(`${id}.title`) }));
}
