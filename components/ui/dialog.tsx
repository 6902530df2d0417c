"use client";

import { X } from "lucide-react";
import { useId, useRef, type ReactNode } from "react";
import { IconButton, Button } from "./button";
import { classNames } from "./class-names";
import { useModal } from "./use-modal";

interface DialogProps {
  open: boolean;
  /** Called on Escape, Back, a press outside and the close button. */
  onClose: () => void;
  title: string;
  /** For screen readers only. The content then fills the dialog and has its own close button. */
  hideTitle?: boolean;
  closeLabel: string;
  /** Buttons at the foot; the last one is the main action. */
  footer?: ReactNode;
  /**
   * `dialog` is centred, `sheet` is at the right edge; both are at the bottom on a phone. `top` stays near the upper
   * edge while its height changes with typing.
   */
  placement?: "dialog" | "sheet" | "top";
  size?: "small" | "medium" | "large" | "wide";
  children?: ReactNode;
}

const placeClasses = {
  dialog: "place-items-end sm:place-items-center sm:p-6",
  sheet: "place-items-end sm:justify-items-end",
  top: "items-start justify-items-center p-3 sm:px-6 sm:pt-[12dvh]",
} as const;

const panelClasses = {
  dialog: "rounded-t-lg sm:max-h-[85dvh] sm:rounded-lg",
  sheet: "rounded-t-lg sm:h-full sm:max-h-none sm:rounded-none",
  top: "rounded-lg",
} as const;

const widthClasses = {
  small: "sm:max-w-sm",
  medium: "sm:max-w-lg",
  large: "sm:max-w-3xl",
  wide: "sm:max-w-248",
} as const;

/**
 * A modal dialog. Content is mounted only while open. Focus starts at `data-autofocus`, else at the dialog itself, so that a
 * screen reader reads its title first.
 */
export function Dialog({
  open,
  onClose,
  title,
  hideTitle = false,
  closeLabel,
  footer,
  placement = "dialog",
  size = "medium",
  children,
}: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useModal(dialogRef, {
    open,
    onClose,
    findFirst: () => dialogRef.current?.querySelector<HTMLElement>("[data-autofocus]") ?? panelRef.current,
  });

  return (
    <dialog
      ref={dialogRef}
      popover="manual"
      aria-modal={open}
      aria-labelledby={titleId}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={classNames(
        "m-0 max-h-none max-w-none overflow-visible bg-transparent p-0 text-text backdrop:bg-scrim",
        "size-full open:grid",
        placeClasses[placement],
      )}
    >
      {open ? (
        <div
          ref={panelRef}
          tabIndex={-1}
          className={classNames(
            "flex max-h-[90dvh] w-full flex-col overflow-hidden bg-panel shadow-float outline-none",
            panelClasses[placement],
            widthClasses[size],
          )}
        >
          {hideTitle ? (
            <h2 id={titleId} className="sr-only">
              {title}
            </h2>
          ) : (
            <header className="flex items-start gap-4 px-5 pt-4 pb-3">
              <h2 id={titleId} className="min-w-0 flex-1 text-lg font-semibold tracking-tight text-text">
                {title}
              </h2>
              <IconButton label={closeLabel} onClick={onClose} className="-mt-0.5 -mr-2">
                <X aria-hidden />
              </IconButton>
            </header>
          )}
          <div
            data-scrolls=""
            className={classNames("min-h-0 flex-1 overflow-y-auto", hideTitle ? "" : "px-5 pb-5")}
          >
            {children}
          </div>
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3.5">{footer}</footer>
          ) : null}
        </div>
      ) : null}
    </dialog>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** The action deletes or ends something. */
  destructive?: boolean;
  pending?: boolean;
}

/** Asks for confirmation. Focus starts on Cancel. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  children,
  confirmLabel,
  cancelLabel,
  destructive = false,
  pending = false,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={cancelLabel}
      size="small"
      footer={
        <>
          <Button onClick={onClose} data-autofocus="">
            {cancelLabel}
          </Button>
          <Button variant={destructive ? "danger" : "primary"} onClick={onConfirm} pending={pending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-sm text-text-2">{children}</div>
    </Dialog>
  );
}
