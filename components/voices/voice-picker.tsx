"use client";

import { useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useDeferredValue, useId, useRef, useState } from "react";
import { ApiError, apiFetch } from "@/components/queries/api-fetch";
import { voiceQueries, voiceAddress } from "@/components/queries/voice-queries";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/progress";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import type { Locale } from "@/lib/i18n/locales";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { LANGUAGE_BOOSTS, type LanguageBoost } from "@/lib/service/contract/language-boost";
import type { VoiceDto, VoiceListDto } from "@/lib/voices/voice-dto";
import { writeVoiceTitle } from "@/lib/voices/voice-title";
import { findVoice } from "./find-voice";
import { groupVoices, type VoiceFilter } from "./group-voices";
import { useVoiceSample, type VoiceSamples } from "./use-voice-sample";
import { VoiceGrid } from "./voice-grid";
import { callActionOrThrow } from "@/components/queries/call-action";
import { useStudioActions } from "@/components/queries/studio-actions";
import { useErrorToast } from "@/components/queries/use-error-toast";

const languageOfLocale: Record<Locale, LanguageBoost> = { en: "English", zh: "Chinese" };

/** Chooses a voice. Loaded on demand, hence the default export. */
export default function VoicePicker({
  model,
  chosen,
  onChoose,
  onClose,
}: {
  model: string;
  chosen: string | undefined;
  onChoose: (voiceId: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations("voices");
  const tCommon = useTranslations("common");
  const errorText = useErrorText();
  const locale = useLocale();
  const gridId = useId();
  const gridRef = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [language, setLanguage] = useState<VoiceFilter["language"]>(null);
  const { data: list, error, refetch } = useQuery(voiceQueries.list(model));
  const refresh = useRefreshVoices(model);
  const samples = useVoiceSample(model);
  const mark = useFavouriteVoices();

  // Typing has priority over the list.
  const filter = useDeferredValue<VoiceFilter>({ text, language }, { text: "", language: null });
  const options = {
    readerLanguage: languageOfLocale[locale],
    languageNames: (each: LanguageBoost) => t(`languages.${each}`),
  };
  const groups = list ? groupVoices(list, filter, options) : [];
  const offered = new Set(list?.voices.map((voice) => voice.language ?? "other"));
  const typed = filter.text.trim();
  const isListed = list?.voices.some(({ voiceId }) => voiceId === typed) ?? false;
  const customId = typed !== "" && !isListed ? typed : null;
  const first = groups[0]?.voices[0]?.voiceId ?? customId;

  function close() {
    samples.stop();
    onClose();
  }

  return (
    <Dialog open onClose={close} title={t("voice.title")} closeLabel={tCommon("close")} placement="sheet">
      <div className="sticky top-0 z-10 -mx-5 grid gap-3 bg-panel px-5 pb-3">
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,9.5rem)] gap-2">
          <Field label={t("voice.search")} hideLabel>
            <SearchInput
              data-autofocus=""
              onClear={() => setText("")}
              clearLabel={tCommon("clearSearch")}
              placeholder={t("voice.search")}
              value={text}
              aria-controls={gridId}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                if (event.key === "ArrowDown") {
                  event.preventDefault();
                  gridRef.current?.querySelector<HTMLElement>("[data-cell][tabindex='0']")?.focus();
                } else if (event.key === "Enter") {
                  // Enter belongs to this field, not to the form.
                  event.preventDefault();
                  if (typed !== "" && first) onChoose(first);
                }
              }}
            />
          </Field>
          <Field label={t("voice.language")} hideLabel>
            <Select
              value={language ?? ""}
              onChange={(event) =>
                setLanguage((event.currentTarget.value || null) as VoiceFilter["language"])
              }
              options={[
                { value: "", label: t("voice.allLanguages") },
                ...LANGUAGE_BOOSTS.filter((each) => offered.has(each)).map((each) => ({
                  value: each,
                  label: t(`languages.${each}`),
                })),
                ...(offered.has("other") ? [{ value: "other", label: t("voice.other") }] : []),
              ]}
            />
          </Field>
        </div>
        <VoiceSampleNotice samples={samples} voices={list?.voices ?? []} />
      </div>
      {list?.fault ? (
        <Notice
          tone="warning"
          title={t(list.source === "known" ? "voice.knownOnly" : "voice.notRefreshed")}
          className="mb-3"
        >
          {errorText(list.fault.code).title}
        </Notice>
      ) : null}
      {list ? (
        <>
          <div className="mb-3 flex items-start gap-3">
            <p className="flex-1 text-2xs text-text-3">{t("voice.price", { model: list.sampleModel })}</p>
            <Button
              size="small"
              variant="ghost"
              className="-my-1"
              pending={refresh.isPending}
              onClick={() => refresh.mutate()}
            >
              <RefreshCw aria-hidden />
              {t("voice.refresh")}
            </Button>
          </div>
          <VoiceGrid
            id={gridId}
            ref={gridRef}
            groups={groups}
            customId={customId}
            chosen={chosen}
            favourites={list.favourites}
            readySamples={list.samples}
            samples={samples}
            onChoose={onChoose}
            onMark={mark}
          />
        </>
      ) : error ? (
        <Notice
          title={errorText(error instanceof ApiError ? error.code : "internal").title}
          actions={<Button onClick={() => void refetch()}>{t("voice.retry")}</Button>}
        />
      ) : (
        <div role="status" aria-label={t("voice.loading")} className="grid gap-2">
          {Array.from({ length: 9 }, (_, index) => (
            <Skeleton key={index} className="h-11" />
          ))}
        </div>
      )}
    </Dialog>
  );
}

/** Shows why a sample could not be played and what to do. */
function VoiceSampleNotice({
  samples: { state, playSample },
  voices,
}: {
  samples: VoiceSamples;
  voices: readonly VoiceDto[];
}) {
  const t = useTranslations("voices.voice");
  const errorText = useErrorText();
  if (state.phase !== "failed" && state.phase !== "unknown") return null;
  const voice = writeVoiceTitle(findVoice(voices, state.voiceId));
  if (state.phase === "unknown") {
    return (
      <Notice
        tone="warning"
        announce
        title={t("unknown", { voice })}
        actions={
          <Button size="small" onClick={() => playSample(state.voiceId, { mayCostAgain: true })}>
            {t("again")}
          </Button>
        }
      />
    );
  }
  const { code, mayCostAgain, voiceId } = state;
  const { title, action } = errorText(code);
  return (
    <Notice
      announce
      title={t("failed", { voice })}
      actions={
        <Button size="small" onClick={() => playSample(voiceId, { mayCostAgain })}>
          {t(mayCostAgain ? "again" : "retry")}
        </Button>
      }
    >
      {title} {mayCostAgain ? t("mayHaveCounted") : action}
    </Notice>
  );
}

/** Marks and unmarks favourite voices: visible immediately, reverted when the studio refuses. */
function useFavouriteVoices(): (voiceId: string, marked: boolean) => void {
  const client = useQueryClient();
  const showError = useErrorToast();

  function show(voiceId: string, marked: boolean) {
    client.setQueriesData<VoiceListDto>({ queryKey: voiceQueries.all }, (list) => {
      if (!list) return list;
      const others = list.favourites.filter((id) => id !== voiceId);
      return { ...list, favourites: marked ? [...others, voiceId] : others };
    });
  }

  const { mutate } = useMutation({
    mutationFn: ({ voiceId, marked }: { voiceId: string; marked: boolean }) =>
      apiFetch<void>(voiceAddress(voiceId, "favourite"), { method: marked ? "PUT" : "DELETE" }),
    // A running fetch would restore the previous state.
    onMutate: async ({ voiceId, marked }) => {
      await client.cancelQueries({ queryKey: voiceQueries.all });
      show(voiceId, marked);
    },
    onError: (error, { voiceId, marked }) => {
      show(voiceId, !marked);
      showError(error);
    },
  });
  return (voiceId, marked) => mutate({ voiceId, marked });
}

/** Refreshes the voices from the service; the current list stays until the new one arrives. */
function useRefreshVoices(model: string) {
  const client = useQueryClient();
  const { refreshVoices } = useStudioActions();
  const showError = useErrorToast();
  return useMutation({
    mutationFn: () => callActionOrThrow(() => refreshVoices(model)),
    onSuccess: (list) => client.setQueryData(voiceQueries.list(model).queryKey, list),
    onError: showError,
  });
}
