import { createElement, type ComponentProps } from "react";

interface IconData {
  /** Elements of the icon: tag and attributes. */
  node: readonly (readonly [string, Record<string, string>])[];
}

/**
 * Replaces the function of the same purpose in lucide-react (`turbopack.resolveAlias` in next.config.mjs). What all icons
 * share is in the class `icon` of app/globals.css, not in ten attributes of each.
 */
export default function createIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon({ className, ...props }: ComponentProps<"svg">) {
    return createElement(
      "svg",
      {
        viewBox: "0 0 24 24",
        className: className ? `icon ${className}` : "icon",
        "aria-hidden": props.role === undefined && props["aria-label"] === undefined,
        ...props,
      },
      shapes,
    );
  };
}
