"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton, type ButtonProps } from "./button";
import { copyText } from "./copy-text";

interface CopyButtonProps extends Omit<ButtonProps, "children" | "onClick" | "value"> {
  /** What goes to the clipboard. */
  text: string;
  label: string;
  copiedLabel: string;
  /** Where the browser lets the page copy nothing. */
  failedLabel: string;
  /** Shows the label besides the picture. */
  showLabel?: boolean;
}

const messageDurationMs = 1600;

/** Copies a text and says that it did. */
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
