import type { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ContextType } from "react";

/** For components with links, which are rendered without a page. */
export const noRouter: NonNullable<ContextType<typeof AppRouterContext>> = {
  back: () => {},
  forward: () => {},
  refresh: () => {},
  push: () => {},
  replace: () => {},
  prefetch: () => {},
  bfcacheId: "",
};
