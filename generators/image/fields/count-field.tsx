"use client";

import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { SegmentedField } from "@/components/form/segmented-field";
import { IconButton } from "@/components/ui/button";
import { IMAGE_LIMITS } from "@/lib/service/contract/image-options";

/** Always shown; another number is added while it is chosen. */
const usualCounts = [1, 2, 4, 6, 9];

interface CountFieldProps {
  value: number;
  onValueChange: (value: number) => void;
  error?: string | undefined;
}

export function CountField({ value, onValueChange, error }: CountFieldProps) {
  const t = useTranslations("generators.image");
  const { imagesMin, imagesMax } = IMAGE_LIMITS;
  const counts = [...new Set([...usualCounts, value])].sort((left, right) => left - right);
  return (
    <SegmentedField
      label={t("fields.n")}
      value={String(value)}
      onValueChange={(chosen) => onValueChange(Number(chosen))}
      options={counts.map((count) => ({ value: String(count), label: count }))}
      error={error}
      note={
        <span className="-my-1 flex">
          <IconButton
            label={t("form.fewer")}
            className="size-6!"
            disabled={value <= imagesMin}
            onClick={() => onValueChange(value - 1)}
          >
            <Minus aria-hidden className="size-3.5!" />
          </IconButton>
          <IconButton
            label={t("form.more")}
            className="size-6!"
            disabled={value >= imagesMax}
            onClick={() => onValueChange(value + 1)}
          >
            <Plus aria-hidden className="size-3.5!" />
          </IconButton>
        </span>
      }
    />
  );
}
