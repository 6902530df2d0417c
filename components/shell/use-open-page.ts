"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast";
import { findUnreachableReason, isRouterStuck, mayBeUnreachable } from "./live-state";

/**
 * Guards a navigation: while the studio is unreachable, the router would leave for the browser's error page and end
 * playback and forms. Shows a toast instead.
 */
export function useGuardedNavigation(): (navigate: () => void) => void {
  const t = useTranslations("shell.live.cannotOpen");
  return (navigate) => {
    if (!mayBeUnreachable()) return navigate();
    void findUnreachableReason().then((reason) => {
      if (reason === null) navigate();
      else showToast({ tone: "danger", title: t(`${reason}.title`), description: t(`${reason}.action`) });
    });
  };
}

/** Opens a page of the studio in place, like a link. */
export function useOpenPage(): (href: string) => void {
  const router = useRouter();
  const guard = useGuardedNavigation();
  return (href) => guard(() => (isRouterStuck() ? location.assign(href) : router.push(href)));
}
