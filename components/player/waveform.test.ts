import { describe, expect, it, vi } from "vitest";
import { WaveMedia } from "./waveform";

describe("WaveMedia", () => {
  it("reports each new position once", () => {
    const media = new WaveMedia();
    const onTime = vi.fn<() => void>();
    media.addEventListener("timeupdate", onTime);
    media.moveTo(0);
    expect(onTime).not.toHaveBeenCalled();
    media.moveTo(1.5);
    media.moveTo(1.5);
    expect(onTime).toHaveBeenCalledOnce();
    expect(media.currentTime).toBe(1.5);
    media.announce();
    expect(onTime).toHaveBeenCalledTimes(2);
  });
});
