import { Popover, type PopoverProps } from "./popover";

export interface IconPopoverProps extends Omit<
  PopoverProps,
  "trigger" | "variant" | "size" | "aria-label" | "align"
> {
  /** The picture on the button; `label` names button and panel. */
  icon: PopoverProps["trigger"];
}

/** A button that shows a picture only, at the end of a bar, and opens a small panel; the words come as a tooltip. */
export function IconPopover({ icon, label, ...props }: IconPopoverProps) {
  return (
    <Popover
      {...props}
      trigger={icon}
      label={label}
      aria-label={label}
      data-tooltip={label}
      variant="ghost"
      size="icon-small"
      align="end"
    />
  );
}
