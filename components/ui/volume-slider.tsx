import { Volume1, Volume2, VolumeX } from "lucide-react";
import { IconButton } from "./button";
import { Slider } from "./slider";

/** How loud something is. */
interface Loudness {
  /** From 0 to 1; kept while it is muted. */
  volume: number;
  muted: boolean;
}

/** As it is heard: nothing while it is muted. */
export function loudnessPercent({ volume, muted }: Loudness): number {
  return Math.round((muted ? 0 : volume) * 100);
}

export function VolumeIcon({ volume, muted }: Loudness) {
  if (muted || volume === 0) return <VolumeX aria-hidden />;
  return volume < 0.5 ? <Volume1 aria-hidden /> : <Volume2 aria-hidden />;
}

interface VolumeSliderProps extends Loudness {
  words: { volume: string; mute: string; unmute: string; percent: string };
  onMutedChange: (muted: boolean) => void;
  onVolumeChange: (volume: number) => void;
  sliderClassName: string;
}

/** How loud it is, and silence at a press. */
export function VolumeSlider({
  words,
  onMutedChange,
  onVolumeChange,
  sliderClassName,
  ...loudness
}: VolumeSliderProps) {
  const { muted } = loudness;
  return (
    <>
      <IconButton
        label={muted ? words.unmute : words.mute}
        aria-pressed={muted}
        onClick={() => onMutedChange(!muted)}
      >
        <VolumeIcon {...loudness} />
      </IconButton>
      <Slider
        aria-label={words.volume}
        min={0}
        max={100}
        step={5}
        value={loudnessPercent(loudness)}
        valueText={words.percent}
        onValueChange={(value) => onVolumeChange(value / 100)}
        className={sliderClassName}
      />
    </>
  );
}
