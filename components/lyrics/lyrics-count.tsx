import { useTranslations } from "next-intl";
import { countCodePoints } from "@/components/form/count-code-points";

export interface LyricsCountProps {
  text: string;
  maximum: number;
  minimum: number;
  optional: boolean;
}

/** How many characters there are of how many there may be, as the service counts; what is too much or too little. */
export function LyricsCount({ text, maximum, minimum, optional }: LyricsCountProps) {
  const t = useTranslations("lyrics");
  const count = countCodePoints(text);
  const over = count - maximum;
  const words = t("count", { count, maximum });
  if (over > 0) return <span className="text-danger">{`${words}. ${t("over", { over })}`}</span>;
  if (count > 0 && count < minimum) return `${words}. ${t("under", { minimum })}`;
  return count === 0 && optional ? `${t("optional")} · ${words}` : words;
}
