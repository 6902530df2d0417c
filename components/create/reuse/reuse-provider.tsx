"use client";

import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { use, useMemo, useRef, useState, type ReactNode } from "react";
import { WritingToolsContext, type WritingToolsProps } from "@/components/form/writing-tools";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Menu } from "@/components/ui/menu";
import { useIdle } from "@/components/ui/use-idle";
import { promptFields } from "@/lib/items/prompt-fields";
import { ReuseContext } from "./reuse-context";

const loadFieldReuse = () => import("./field-reuse");
const loadMenu = async () => ({ default: (await loadFieldReuse()).FieldMenu });
const loadKeys = async () => ({ default: (await loadFieldReuse()).FieldKeys });
const renderReuse = (field: WritingToolsProps) => <TextReuse {...field} />;

/** Gives the fields of a generator's form in which people write their earlier texts and snippets. */
export function ReuseProvider({ generator, children }: { generator: string; children: ReactNode }) {
  const [dialog, show] = useState<ReactNode>(null);
  const reuse = useMemo(() => ({ generator, show }), [generator]);
  return (
    <ReuseContext value={reuse}>
      <WritingToolsContext value={renderReuse}>{children}</WritingToolsContext>
      {dialog}
    </ReuseContext>
  );
}

/** The menu of a field. Its content and the keys in the field load once the page is usable. */
function TextReuse({ name, label, disabled = false, editor }: WritingToolsProps) {
  const t = useTranslations("create.reuse");
  const reuse = use(ReuseContext);
  const placeRef = useRef<HTMLSpanElement>(null);
  const isIdle = useIdle();
  const field = promptFields.find((each) => each === name);
  if (!reuse || !field) return null;
  const props = { reuse, field, label, disabled, editor, placeRef };
  return (
    <span ref={placeRef} className="-my-1.5 flex self-center">
      <Menu
        label={t("label", { field: label })}
        data-tooltip={t("tooltip")}
        variant="ghost"
        size="icon-small"
        disabled={disabled}
        content={<FetchedPart load={loadMenu} props={props} />}
      >
        <History aria-hidden />
      </Menu>
      {isIdle ? <FetchedPart load={loadKeys} props={props} /> : null}
    </span>
  );
}
