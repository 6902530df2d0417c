"use client";

import { useTranslations } from "next-intl";
import type { SoundGroup } from "./sound-groups";

/** What a sound among several is called: the parts of a text file by their words, others by their own name. */
export function useGroupName(): (group: Pick<SoundGroup, "name" | "key">) => string {
  const t = useTranslations("reader.groups");
  return ({ name, key }) => {
    switch (name) {
      case "title":
      case "content":
      case "extra":
        return t(name);
      case null:
        return t("numbered", { number: Number(key.slice(1)) + 1 });
      default:
        return name;
    }
  };
}
