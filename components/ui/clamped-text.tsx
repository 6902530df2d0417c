"use client";

import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { classNames } from "./class-names";

interface ClampedTextProps {
  /** The element of the text. */
  as: "h1" | "p";
  moreLabel: string;
  lessLabel: string;
  className?: string;
  children: ReactNode;
}

/** A text cut off after five lines, with a button that expands it. A text that fits has no button. */
export function ClampedText({ as: Element, moreLabel, lessLabel, className, children }: ClampedTextProps) {
  const textRef = useRef<HTMLHeadingElement & HTMLParagraphElement>(null);
  const id = useId();
  const [open, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const text = textRef.current;
    if (!text || open) return;
    // Also after fonts load and when the window is resized.
    const observer = new ResizeObserver(() => setCut(text.scrollHeight > text.clientHeight + 1));
    observer.observe(text);
    return () => observer.disconnect();
  }, [open, children]);
  return (
    <div className="min-w-0">
      <Element
        ref={textRef}
        id={id}
        dir="auto"
        className={classNames("wrap-anywhere whitespace-pre-wrap", !open && "line-clamp-5", className)}
      >
        {children}
      </Element>
      {isCut ? (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen((before) => !before)}
          className="mt-1 rounded-xs text-sm text-text-3 underline decoration-line-strong underline-offset-3 hover:text-text"
        >
          {open ? lessLabel : moreLabel}
        </button>
      ) : null}
    </div>
  );
}
