"use client";

import { useState } from "react";
import { FetchedPart } from "@/components/ui/fetched-part";
import { usePlayerPresence } from "./player-presence";

const refetchDelayMs = 5_000;
const loadPart = () => import("./player-part");

/** The player's place at the foot of the shell. Its code is fetched with the first part of a page that plays something. */
export function PlayerFoot() {
  const isPresent = usePlayerPresence();
  const [attempt, setAttempt] = useState(0);
  if (!isPresent) return null;
  return (
    <FetchedPart
      key={attempt}
      load={loadPart}
      props={{}}
      onFailed={() => setTimeout(() => setAttempt((before) => before + 1), refetchDelayMs)}
    />
  );
}
