"use client";

import { AudioLines } from "lucide-react";
import { useTranslations } from "next-intl";
import type { TokenEditorActions } from "@/components/form/token-editor";
import { Popover } from "@/components/ui/popover";
import { TONE_TAGS } from "@/lib/service/contract/speech-marks";

interface TonePaletteProps {
  actions: TokenEditorActions;
  disabled: boolean;
  /** Why the model does not support tone tags; they are listed but disabled. */
  refusal?: string | undefined;
}

type ToneName = (typeof TONE_TAGS)[number] extends `(${infer Name})` ? Name : never;

/** Lists the tone tags by name. */
export function TonePalette({ actions, disabled, refusal }: TonePaletteProps) {
  const t = useTranslations("voices.text");
  return (
    <Popover
      variant="ghost"
      size="small"
      disabled={disabled}
      label={t("tones.title")}
      trigger={
        <>
          <AudioLines aria-hidden />
          {t("tones.button")}
        </>
      }
      panelClassName="w-[min(29rem,calc(100vw-2rem))] p-2!"
    >
      {(close) => (
        <>
          {refusal ? <p className="px-2 pt-1 pb-2 text-sm text-text-2">{refusal}</p> : null}
          <ul className="grid grid-cols-2 gap-x-1">
            {TONE_TAGS.map((tag) => (
              <li key={tag}>
                <button
                  type="button"
                  disabled={refusal !== undefined}
                  onClick={() => {
                    close();
                    actions.insert(tag);
                  }}
                  className="flex w-full items-baseline justify-between gap-2 rounded-sm px-2 py-1.25 text-left text-sm text-text-2 hover:not-disabled:bg-hover hover:not-disabled:text-text disabled:opacity-50"
                >
                  {t(`tags.${tag.slice(1, -1) as ToneName}`)}
                  <code className="font-mono text-2xs whitespace-nowrap text-text-3 max-sm:hidden">
                    {tag}
                  </code>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Popover>
  );
}
