"use client";

import { Save, Star, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ManageNamedDialog } from "@/components/form/named/manage-named-dialog";
import { SaveNamedDialog } from "@/components/form/named/save-named-dialog";
import { useNamedCall, type NamedList } from "@/components/form/named/use-named-call";
import { SwitchField } from "@/components/form/switch-field";
import { presetAddress, presetQueries } from "@/components/queries/preset-queries";
import { IconButton } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import type { PresetDto } from "@/lib/presets/preset-dto";
import { presetNameMaxLength } from "@/lib/presets/preset-limits";

function usePresetList(generator: string): NamedList {
  const t = useTranslations("presets");
  return {
    queryKey: presetQueries.list(generator).queryKey,
    takenKey: "preset.name.taken",
    nameMaxLength: presetNameMaxLength,
    words: { name: t("name"), taken: t("taken"), invalidName: t("invalidName"), cancel: t("cancel") },
  };
}

interface DialogProps {
  generator: string;
  readInput: () => Record<string, unknown>;
  onClose: () => void;
}

/** Asks for a name and saves the values of the form under it. */
export function SavePresetDialog({ generator, readInput, onClose }: DialogProps) {
  const t = useTranslations("presets");
  const [isDefault, setDefault] = useState(false);
  return (
    <SaveNamedDialog
      list={usePresetList(generator)}
      title={t("save")}
      saveLabel={t("saveButton")}
      suggestion=""
      address={presetAddress}
      body={() => ({ generator, input: readInput(), isDefault })}
      onSaved={(name) => showToast({ tone: "plain", title: t("saved", { name }) })}
      onClose={onClose}
    >
      <SwitchField
        label={t("useAsDefault")}
        hint={t("useAsDefaultHint")}
        value={isDefault}
        onValueChange={(chosen) => setDefault(chosen === true)}
      />
    </SaveNamedDialog>
  );
}

interface ManagePresetsDialogProps extends DialogProps {
  presets: readonly PresetDto[];
}

/** Renames and deletes presets, gives them the values of the form, and chooses the default. */
export function ManagePresetsDialog({ generator, presets, readInput, onClose }: ManagePresetsDialogProps) {
  const t = useTranslations("presets");
  const list = usePresetList(generator);
  const { call, pending } = useNamedCall(list);
  const addressOf = (id: string) => `${presetAddress}/${encodeURIComponent(id)}`;

  async function setDefault({ id, isDefault }: PresetDto) {
    if (!pending) await call(addressOf(id), { method: "PATCH", body: { isDefault: !isDefault } });
  }

  return (
    <ManageNamedDialog
      list={list}
      title={t("label")}
      closeLabel={t("close")}
      none={t("noneLeft")}
      rename={{ label: (name) => t("rename", { name }), button: t("renameButton") }}
      entries={presets}
      addressOf={addressOf}
      note={({ isDefault }) =>
        isDefault ? <span className="text-2xs text-text-3">{t("default")}</span> : null
      }
      actions={(preset) => (
        <IconButton
          label={t(preset.isDefault ? "unmakeDefault" : "makeDefault", { name: preset.name })}
          onClick={() => void setDefault(preset)}
        >
          <Star aria-hidden className={preset.isDefault ? "fill-current text-hue" : undefined} />
        </IconButton>
      )}
      questions={[
        {
          label: (name) => t("replace", { name }),
          icon: <Save aria-hidden />,
          question: (name) => t("replaceQuestion", { name }),
          button: t("replaceButton"),
          request: () => ({ method: "PATCH", body: { input: readInput() } }),
        },
        {
          label: (name) => t("delete", { name }),
          icon: <Trash2 aria-hidden />,
          question: (name) => t("deleteQuestion", { name }),
          button: t("deleteButton"),
          removes: true,
          request: () => ({ method: "DELETE" }),
        },
      ]}
      onClose={onClose}
    />
  );
}
