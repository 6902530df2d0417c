import { AudioLines, BookAudio, Clapperboard, Disc3, Image, Music, type LucideProps } from "lucide-react";
import type { GeneratorIconName, GeneratorTraits } from "@/lib/generations/record/definition-port";

const icons = {
  note: Music,
  disc: Disc3,
  picture: Image,
  clapperboard: Clapperboard,
  voice: AudioLines,
  book: BookAudio,
} satisfies Record<GeneratorIconName, unknown>;

/** The icon of a generator. Its colour comes from `text-hue` within `data-generator={id}`. */
export function GeneratorIcon({
  generator,
  ...props
}: { generator: Pick<GeneratorTraits, "icon"> } & LucideProps) {
  const Icon = icons[generator.icon];
  return <Icon aria-hidden {...props} />;
}
