"use client";

import { useRouter } from "next/navigation";
import {
  createContext,
  startTransition,
  use,
  useOptimistic,
  type ComponentProps,
  type MouseEvent,
} from "react";

interface LinkProps extends ComponentProps<"a"> {
  href: string;
  /** Takes the place of this page in the history. */
  replace?: boolean;
}

const PendingContext = createContext(false);
/** A person who follows another link no longer waits for this one. */
let forgetLast: (() => void) | undefined;

/**
 * A link to a page of the studio, which opens without loading the document anew. It does what next/link does for a link
 * that is not prefetched, as all of the studio are, without the 3 KiB that prefetching takes on every page.
 */
export function Link({ href, replace = false, onClick, ...props }: LinkProps) {
  const router = useRouter();
  const [isPending, setPending] = useOptimistic(false);

  function open(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || !opensHere(event)) return;
    event.preventDefault();
    startTransition(() => {
      forgetLast?.();
      forgetLast = () => setPending(false);
      setPending(true);
      if (replace) router.replace(href);
      else router.push(href);
    });
  }

  return (
    <PendingContext value={isPending}>
      <a {...props} href={href} onClick={open} />
    </PendingContext>
  );
}

/** Whether the page of the link around this component is loading. */
export const useIsLinkPending = (): boolean => use(PendingContext);

/** Whether a press on a link opens another page of the studio in this tab. */
function opensHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, origin } = event.currentTarget;
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const isOwn = origin === location.origin && !event.currentTarget.hasAttribute("download");
  return isOwn && !hasModifier && event.button === 0 && (target === "" || target === "_self");
}
