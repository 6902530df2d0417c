import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";

/** The look of a button, for links that act as one too. */
export const buttonVariants = cva(
  [
    "inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap select-none",
    "transition-[background-color,border-color,color,opacity,transform] active:translate-y-px",
    "disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50",
    "[&_svg]:size-4 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        /** The one thing a form is for, in the hue of its medium. */
        primary: "bg-hue font-semibold text-on-hue hover:bg-[color-mix(in_oklch,var(--hue)_88%,var(--text))]",
        /** Beside it, or where nothing is primary. */
        secondary: "border border-line-strong text-text hover:bg-hover",
        /** In rows and bars: quiet until pointed at. */
        ghost: "text-text-2 hover:bg-hover hover:text-text",
        /** Ghost with an edge. */
        outline: "border border-line text-text-2 hover:border-line-strong hover:text-text",
        danger: "border border-danger/45 text-danger hover:bg-danger/10",
      },
      size: {
        small: "h-7.5 rounded-sm px-2.25 text-sm gap-1.75",
        medium: "h-8.5 rounded-md px-3 text-sm",
        large: "h-9.5 rounded-md px-4 text-base gap-2.25",
        "icon-small": "size-7.5 rounded-sm",
        icon: "size-8.5 rounded-md",
      },
    },
    defaultVariants: { variant: "secondary", size: "medium" },
  },
);

type ButtonVariants = VariantProps<typeof buttonVariants>;

export interface ButtonProps extends ComponentProps<"button">, ButtonVariants {
  /** Under way: the button says so to a screen reader and takes no second press. */
  pending?: boolean;
}

export function Button({
  className,
  variant,
  size,
  pending = false,
  type = "button",
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      // Not `disabled`: a button that loses focus while it works throws a keyboard user back to the start.
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonVariants({ variant, size }), className)}
      {...props}
    />
  );
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "aria-label"> {
  /** What it does, in words: its accessible name and its tooltip. */
  label: string;
  children: React.ReactNode;
}

/** A button that shows a picture only; the words come as a tooltip. */
export function IconButton({ label, size = "icon-small", variant = "ghost", ...props }: IconButtonProps) {
  return <Button aria-label={label} data-tooltip={label} size={size} variant={variant} {...props} />;
}
