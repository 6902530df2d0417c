"use client";

import { Search, X } from "lucide-react";
import { useImperativeHandle, useRef } from "react";
import { Input, type InputProps } from "./input";
import { Kbd } from "./kbd";

interface SearchInputProps extends Omit<InputProps, "type" | "leading" | "trailing" | "value"> {
  value: string;
  onClear: () => void;
  clearLabel: string;
  /** The key that focuses the field, shown while it is empty and not focused. */
  shortcutKey?: string;
}

/** A search field with a clear button; Escape clears it too, before it closes what is around it. */
export function SearchInput({
  onClear,
  clearLabel,
  shortcutKey,
  onKeyDown,
  ref,
  ...props
}: SearchInputProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref as React.Ref<HTMLInputElement>, () => inputRef.current!);
  return (
    <div className="group/search">
      <Input
        {...props}
        ref={inputRef}
        type="search"
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key !== "Escape" || event.nativeEvent.isComposing || props.value === "") return;
          event.preventDefault();
          onClear();
        }}
        leading={<Search aria-hidden />}
        trailing={
          props.value !== "" ? (
            <button
              type="button"
              aria-label={clearLabel}
              onClick={() => {
                onClear();
                inputRef.current?.focus();
              }}
              className="-mr-1.5 grid size-6 place-items-center rounded-sm text-text-3 transition-colors hover:bg-hover hover:text-text [&_svg]:size-3.5"
            >
              <X aria-hidden />
            </button>
          ) : shortcutKey ? (
            <Kbd className="group-focus-within/search:hidden max-sm:hidden">{shortcutKey}</Kbd>
          ) : undefined
        }
      />
    </div>
  );
}
