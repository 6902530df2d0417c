import { Volume1, Volume2, VolumeX } from "lucide-react";
import { IconButton } from "./button";
import { Slider } from "./slider";

/** The volume of a player. */
interface Loudness {
  /** From 0 to 1; kept while muted. */
  volume: number;
  muted: boolean;
}

/** The audible volume: 0 while muted. */
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

/** A volume slider with a mute button. */
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
