"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast";
import { findAwayReason, isRouterLost, isStudioInDoubt } from "./live-state";

/**
 * Does what fetches a page, unless none can be had: the router would leave the studio for the browser's own error page,
 * and with it whatever plays or is typed. Then it says so, and the page stays.
 */
export function useGuardedNavigation(): (navigate: () => void) => void {
  const t = useTranslations("shell.live.cannotOpen");
  return (navigate) => {
    if (!isStudioInDoubt()) return navigate();
    void findAwayReason().then((reason) => {
      if (reason === null) navigate();
      else showToast({ tone: "danger", title: t(`${reason}.title`), description: t(`${reason}.action`) });
    });
  };
}

/** Opens a page of the studio in place, as a link does. */
export function useOpenPage(): (href: string) => void {
  const router = useRouter();
  const guard = useGuardedNavigation();
  return (href) => guard(() => (isRouterLost() ? location.assign(href) : router.push(href)));
}
