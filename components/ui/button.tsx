import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { EarlyButton } from "./early-button";

/** The styles of a button, also for links that look like one. */
export const buttonVariants = cva(
  // The rest is one class (app/globals.css): a page has up to a hundred buttons, and each would repeat 300 characters.
  "button-base gap-2 [&_svg]:size-4",
  {
    variants: {
      variant: {
        /** The main action of a form, in the hue of its medium. */
        primary: "bg-hue font-semibold text-on-hue hover:bg-[color-mix(in_oklch,var(--hue)_88%,var(--text))]",
        /** Beside a primary button, or where none is primary. */
        secondary: "border border-line-strong text-text hover:bg-hover",
        /** In rows and bars: plain until hovered. */
        ghost: "text-text-2 hover:bg-hover hover:text-text",
        /** Ghost with a border. */
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
  /** In progress: announced to screen readers, and further presses are ignored. */
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
  // Only browser code passes a handler; the server renders the others alone.
  const Tag = onClick ? EarlyButton : "button";
  return (
    <Tag
      type={type}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      // The script finds it by its class, which saves the bytes.
      data-early-press={undefined}
      // Not `disabled`: a disabled button loses focus, and keyboard users would start over.
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonVariants({ variant, size }), className)}
      {...props}
    />
  );
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "aria-label"> {
  /** Accessible name and tooltip. */
  label: string;
  children: React.ReactNode;
}

/** A button with only an icon; its label is shown as a tooltip. */
export function IconButton({ label, size = "icon-small", variant = "ghost", ...props }: IconButtonProps) {
  return <Button aria-label={label} data-tooltip={label} size={size} variant={variant} {...props} />;
}
