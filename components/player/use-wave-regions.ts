"use client";

import { useEffect, useState } from "react";
import type WaveSurfer from "wavesurfer.js";
import type RegionsPlugin from "wavesurfer.js/plugins/regions";

type WaveRegions = ReturnType<typeof RegionsPlugin.create>;

/** Adds the Regions plugin to a wave; fetched with the first wave that needs it. Null until ready. */
export function useWaveRegions(wave: WaveSurfer | null): WaveRegions | null {
  const [regions, setRegions] = useState<WaveRegions | null>(null);
  useEffect(() => {
    if (!wave) return;
    let plugin: WaveRegions | null = null;
    let left = false;
    void import("wavesurfer.js/plugins/regions").then(({ default: RegionsPlugin }) => {
      if (left) return;
      plugin = wave.registerPlugin(RegionsPlugin.create());
      setRegions(plugin);
    });
    return () => {
      left = true;
      if (plugin) wave.unregisterPlugin(plugin);
      setRegions(null);
    };
  }, [wave]);
  return regions;
}
