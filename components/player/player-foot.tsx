"use client";

import { FetchedPart } from "@/components/ui/fetched-part";
import { usePlayerPresence } from "./player-presence";

const loadPart = () => import("./player-part");

/** The player's place at the foot of the shell. Its code is fetched with the first part of a page that plays something. */
export function PlayerFoot() {
  return usePlayerPresence() ? <FetchedPart load={loadPart} props={{}} /> : null;
}
