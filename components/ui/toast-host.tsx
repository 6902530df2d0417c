"use client";

import { useEffect, useState } from "react";
import { hasToasts, subscribeToToasts } from "./toast";
import { FetchedPart } from "./fetched-part";

const loadToastList = () => import("./toast-list");

/** The place where toasts appear; stands once, in the shell. */
export function ToastHost({ label, closeLabel }: { label: string; closeLabel: string }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const look = () => setWanted((before) => before || hasToasts());
    look();
    // What could not be drawn offline is drawn then.
    addEventListener("online", look);
    const unsubscribe = subscribeToToasts(look);
    return () => {
      removeEventListener("online", look);
      unsubscribe();
    };
  }, []);
  if (!wanted) return null;
  return <FetchedPart load={loadToastList} props={{ label, closeLabel }} onFailed={() => setWanted(false)} />;
}
