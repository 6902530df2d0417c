"use client";

import { FetchedPart } from "@/components/ui/fetched-part";
import type { PushDevicesProps } from "./push-devices";

const load = () => import("./push-devices");

/** Devices of Web Push, whose code the page does without at first. */
export function LazyPushDevices(props: PushDevicesProps) {
  return <FetchedPart load={load} props={props} />;
}
