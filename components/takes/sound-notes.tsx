import { useTranslations } from "next-intl";
import { StateDot } from "@/components/ui/state-dot";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { listSoundNotes } from "./list-sound-notes";

/** Says what is missing beside a complete sound; renders nothing if nothing is. */
export function SoundNotes({ generation, className }: { generation: GenerationDto; className?: string }) {
  const t = useTranslations("takes.notes");
  const notes = listSoundNotes(generation);
  if (notes.length === 0) return null;
  return (
    <ul className={className}>
      {notes.map((note) => (
        <li key={note}>
          <StateDot tone="warning">
            <span>{t(note)}</span>
          </StateDot>
        </li>
      ))}
    </ul>
  );
}
