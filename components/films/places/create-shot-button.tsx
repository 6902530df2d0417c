"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { useUnits } from "@/lib/i18n/units";
import type { PlaceView } from "./use-place";

interface CreateShotButtonProps extends Pick<ButtonProps, "size" | "className"> {
  view: PlaceView;
  /** How long it usually takes, in seconds; null to leave it out. */
  usual: number | null;
}

/** Sends a shot, or sends it again after it ended without a result; asks first where that may be billed twice. */
export function CreateShotButton({ view, usual, size = "small", className }: CreateShotButtonProps) {
  const t = useTranslations("places");
  const units = useUnits();
  const [asking, setAsking] = useState(false);
  const { status, canCreate, isSending, mayBeBilledAgain, create } = view;
  const label =
    status.kind === "failed" || status.kind === "unknown"
      ? t("retry")
      : status.kind === "done"
        ? t("createAgain")
        : usual === null
          ? t("create")
          : t("createAbout", { duration: units.estimate(usual) });
  return (
    <>
      <Button
        variant={status.kind === "open" || status.kind === "cancelled" ? "primary" : "outline"}
        size={size}
        {...(className === undefined ? {} : { className })}
        disabled={!canCreate}
        pending={isSending}
        // A press is not one on the clip around it.
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => {
          event.stopPropagation();
          if (mayBeBilledAgain) setAsking(true);
          else create();
        }}
      >
        <span className="truncate">{label}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          create();
        }}
        title={t("confirmRetry.title")}
        confirmLabel={t("confirmRetry.confirm")}
        cancelLabel={t("confirmRetry.cancel")}
      >
        {t("confirmRetry.text")}
      </ConfirmDialog>
    </>
  );
}
