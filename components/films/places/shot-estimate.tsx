"use client";

import { useQuery } from "@tanstack/react-query";
import { useGeneratorParts } from "@/components/generators";
import { CostEstimate } from "@/components/takes/cost-estimate";
import type { OpenShot } from "@/lib/films/places/place-status";
import { useDesk } from "../desk/use-desk";

/** What creating shots will cost, for each generator; nothing where no price applies. */
export function ShotEstimate({ shots }: { shots: readonly OpenShot[] }) {
  const { expectShots } = useGeneratorParts();
  const frameRate = useDesk(({ document }) => document.frameRate);
  const wanted = shots.map(({ shot, place: { generator, model } }) => ({
    generator,
    model,
    seconds: shot.frames / frameRate,
  }));
  const { data } = useQuery({
    queryKey: ["films", "expected", wanted],
    queryFn: () => expectShots(wanted),
    staleTime: Infinity,
  });
  return (data ?? []).map(({ generator, requests }) => (
    <CostEstimate key={generator} generator={generator} requests={requests} times={1} />
  ));
}
