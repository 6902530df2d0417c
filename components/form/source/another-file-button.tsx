"use client";

import { Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

/** Exchanges what was chosen for another file of this machine. */
export function AnotherFileButton({
  name,
  disabled,
  onPress,
}: {
  name: string | undefined;
  disabled: boolean;
  onPress: () => void;
}) {
  const t = useTranslations("form.source");
  return (
    <Button variant="ghost" size="small" name={name} disabled={disabled} onClick={onPress}>
      <Upload aria-hidden />
      {t("another")}
    </Button>
  );
}
