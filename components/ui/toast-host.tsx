"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { hasToasts, subscribeToToasts } from "./toast";

const ToastList = lazy(() => import("./toast-list"));

/** The place where toasts appear; stands once, in the shell. */
export function ToastHost({ label, closeLabel }: { label: string; closeLabel: string }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const look = () => setWanted((before) => before || hasToasts());
    look();
    return subscribeToToasts(look);
  }, []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <ToastList label={label} closeLabel={closeLabel} />
    </Suspense>
  );
}
