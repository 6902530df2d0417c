"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { findUrl } from "../media-source";

/** Takes the URL of a reference. Enter adds it and does not submit the form. Lazily loaded, hence the default export. */
export default function AddressInput({
  onAdd,
  onCancel,
}: {
  onAdd: (url: string) => void;
  onCancel: () => void;
}) {
  const t = useTranslations("form.source");
  const [text, setText] = useState("");
  const [refused, setRefused] = useState(false);

  function take() {
    const url = findUrl(text);
    if (url) onAdd(url);
    else setRefused(true);
  }

  return (
    <div className="mt-2 flex items-start gap-2">
      <Field
        label={t("address")}
        hideLabel
        error={refused ? t("addressRefused") : undefined}
        hint={t("addressHint")}
        className="flex-1"
      >
        <Input
          type="url"
          inputMode="url"
          autoFocus
          value={text}
          placeholder="https://"
          onChange={(event) => {
            setText(event.currentTarget.value);
            setRefused(false);
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") onCancel();
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            take();
          }}
        />
      </Field>
      <Button onClick={take} className="h-9.5!">
        {t("add")}
      </Button>
    </div>
  );
}
