"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { SearchInput } from "@/components/ui/search-input";
import { useShortcut } from "@/components/ui/use-shortcut";

/** Shorter than the pause between two letters, so that results follow each one; letters of one key press come together. */
const searchDelayMs = 20;

/** The search text; the address follows while the person types. */
export function LibrarySearch({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const t = useTranslations("library");
  const tCommon = useTranslations("common");
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useShortcut("/", () => inputRef.current?.focus());
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (document.activeElement !== inputRef.current) setText(value);
  }, [value]);

  function search(changed: string) {
    setText(changed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      onSearch(changed);
    }, searchDelayMs);
  }

  /** Searches at once what is typed: a later search would replace the navigation to a result. */
  function searchNow() {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    onSearch(text);
  }

  return (
    <search className="min-w-40 flex-1 sm:max-w-80">
      <SearchInput
        ref={inputRef}
        aria-label={t("search")}
        aria-keyshortcuts="/"
        placeholder={t("searchPlaceholder")}
        value={text}
        onChange={(event) => search(event.currentTarget.value)}
        onBlur={searchNow}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !text) event.currentTarget.blur();
        }}
        onClear={() => search("")}
        clearLabel={tCommon("clearSearch")}
        shortcutKey="/"
        className="h-8.5!"
      />
    </search>
  );
}
