"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton, type ButtonProps } from "./button";
import { copyText } from "./copy-text";

interface CopyButtonProps extends Omit<ButtonProps, "children" | "onClick" | "value"> {
  /** Copied to the clipboard. */
  text: string;
  label: string;
  copiedLabel: string;
  /** Shown if the browser refuses. */
  failedLabel: string;
  /** Shows the label beside the icon. */
  showLabel?: boolean;
}

const messageDurationMs = 1600;

/** Copies a text and confirms it. */
export function CopyButton({
  text,
  label,
  copiedLabel,
  failedLabel,
  showLabel = false,
  ...props
}: CopyButtonProps) {
  const [result, setResult] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(null), messageDurationMs);
    return () => clearTimeout(timer);
  }, [result]);

  async function copy() {
    setResult((await copyText(text)) ? "copied" : "failed");
  }

  const words = result === "copied" ? copiedLabel : result === "failed" ? failedLabel : label;
  const picture = result === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />;
  return (
    <>
      {showLabel ? (
        <Button variant="outline" size="small" {...props} onClick={() => void copy()}>
          {picture}
          {words}
        </Button>
      ) : (
        <IconButton {...props} label={words} onClick={() => void copy()}>
          {picture}
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {result ? words : ""}
      </span>
    </>
  );
}
