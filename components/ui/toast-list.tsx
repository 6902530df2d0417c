"use client";

import { useEffect } from "react";
import { toast, Toaster } from "sonner";
import { subscribeToToasts, takeToasts, type ToastMessage } from "./toast";

const plainDurationMs = 5_000;
/** Problems stay long enough to read and act on. */
const dangerDurationMs = 12_000;

function draw(message: ToastMessage) {
  toast(message.title, {
    description: message.description,
    duration: message.tone === "danger" ? dangerDurationMs : plainDurationMs,
    className: message.tone === "danger" ? "border-l-2! border-l-danger!" : "",
    ...(message.action ? { action: { label: message.action.label, onClick: message.action.onSelect } } : {}),
  });
}

/** Renders toasts with sonner. Loaded on demand, hence the default export. */
export default function ToastList({ label, closeLabel }: { label: string; closeLabel: string }) {
  useEffect(() => {
    const drain = () => takeToasts().forEach(draw);
    drain();
    return subscribeToToasts(drain);
  }, []);
  return (
    <Toaster
      position="bottom-right"
      containerAriaLabel={label}
      closeButton
      gap={8}
      offset={16}
      mobileOffset={{ bottom: 72, left: 12, right: 12 }}
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-center gap-3 rounded-md font-sans border border-line bg-raised px-3.5 py-3 text-sm text-text shadow-float",
          title: "font-medium",
          description: "text-text-2",
          content: "min-w-0 flex-1",
          actionButton:
            "h-7 shrink-0 rounded-sm border border-line-strong px-2.5 text-2xs font-medium hover:bg-hover",
          closeButton:
            "order-last grid size-6 shrink-0 place-items-center rounded-sm text-text-3 hover:text-text",
        },
      }}
    />
  );
}
