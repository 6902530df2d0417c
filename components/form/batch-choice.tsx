"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, use } from "react";
import type { z } from "zod";
import type { ExpectedUsage } from "@/lib/costs/units";
import { Menu } from "@/components/ui/menu";

/** The current form: what it would send, unchecked, and the schema that checks it. */
export interface ReadForm {
  input: Record<string, unknown>;
  rules: z.ZodType;
  /** What an input would use. */
  expectUsage: (input: Record<string, unknown>) => ExpectedUsage;
}

/** How many generations a press creates. */
export interface BatchChoice {
  takes: number;
  chooseTakes: (takes: number) => void;
  openVariations: (form: ReadForm) => void;
}

/** Missing where a form creates one generation at a time. */
export const BatchChoiceContext = createContext<BatchChoice | null>(null);

const choices = [1, 2, 3, 4, 5, 6, 7, 8];

/** Shows how many takes a press creates, and opens a menu to change that or to create variations. */
export function TakesMenu({ readForm }: { readForm: () => Promise<ReadForm | null> }) {
  const t = useTranslations("form.takes");
  const choice = use(BatchChoiceContext);
  if (!choice) return null;
  const { takes, chooseTakes, openVariations } = choice;
  return (
    <Menu
      label={t("label")}
      value={t("times", { takes })}
      data-tooltip={t("label")}
      variant="ghost"
      size="icon-small"
      side="top"
      className="tabular-nums"
      items={[
        ...choices.map((count) => ({
          label: t("count", { count }),
          icon: <Check aria-hidden className={count === takes ? "" : "invisible"} />,
          onSelect: () => chooseTakes(count),
        })),
        { kind: "separator" as const },
        {
          label: t("variations"),
          icon: <Check aria-hidden className="invisible" />,
          opensDialog: true,
          onSelect: () => void readForm().then((form) => form && openVariations(form)),
        },
      ]}
    >
      {t("times", { takes })}
    </Menu>
  );
}

/** What a summary begins with while a press creates several takes. */
export function TakesTimes() {
  const t = useTranslations("form.takes");
  const { takes = 1 } = use(BatchChoiceContext) ?? {};
  return takes > 1 ? <strong>{t("times", { takes })} </strong> : null;
}
