"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useFieldGroup } from "@/components/ui/field-context";
import { filmAspects, type FilmAspect } from "@/lib/films/film-document";
import { AspectShape } from "./aspect-shape";

const names = {
  "16:9": "wide",
  "9:16": "tall",
  "1:1": "square",
  "4:5": "feed",
  "21:9": "cinema",
} as const satisfies Record<FilmAspect, string>;

/** The aspects of a film, drawn, with what they are used for. */
export function AspectChoice({
  value,
  onValueChange,
}: {
  value: FilmAspect;
  onValueChange: (aspect: FilmAspect) => void;
}) {
  const t = useTranslations("films");
  const name = useId();
  return (
    <div role="radiogroup" {...useFieldGroup()} className="grid grid-cols-5 gap-1.5">
      {filmAspects.map((aspect) => (
        <label
          key={aspect}
          className="relative flex min-h-21 flex-col items-center justify-end gap-1 rounded-md border border-line px-1 pb-2 text-center text-2xs text-text-3 transition-colors select-none hover:border-line-strong has-checked:border-hue has-checked:bg-hue/12 has-checked:text-text-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-hue"
        >
          <input
            type="radio"
            name={name}
            checked={value === aspect}
            onChange={() => onValueChange(aspect)}
            className="absolute inset-0 appearance-none rounded-md outline-none"
          />
          <AspectShape aspect={aspect} className="my-auto text-[1.75rem] text-text-2" />
          <span className="pointer-events-none font-medium text-text">{aspect}</span>
          <span className="pointer-events-none max-sm:sr-only">{t(`aspects.${names[aspect]}`)}</span>
        </label>
      ))}
    </div>
  );
}
