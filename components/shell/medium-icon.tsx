import { AudioLines, BookAudio, Clapperboard, Disc3, Image, Music, type LucideProps } from "lucide-react";
import type { Medium } from "@/lib/generations/ask/definition-port";

const icons = {
  music: Music,
  cover: Disc3,
  image: Image,
  video: Clapperboard,
  speech: AudioLines,
  narration: BookAudio,
} satisfies Record<Medium, unknown>;

/** The picture of a medium; its colour comes from `data-medium` and `text-hue` where it is wanted. */
export function MediumIcon({ medium, ...props }: { medium: Medium } & LucideProps) {
  const Icon = icons[medium];
  return <Icon aria-hidden {...props} />;
}
