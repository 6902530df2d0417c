"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { ManageNamedDialog } from "@/components/form/named/manage-named-dialog";
import { useNamedCall } from "@/components/form/named/use-named-call";
import { savedSearchAddress, savedSearchQueries } from "@/components/queries/saved-search-queries";
import { IconButton } from "@/components/ui/button";
import { useSavedSearchList } from "./use-saved-search-list";

/** Orders, renames and deletes saved searches. Loaded on demand, hence the default export. */
export default function ManageSearchesDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("library.saved");
  const { data } = useQuery(savedSearchQueries.list());
  const list = useSavedSearchList();
  const { call, pending } = useNamedCall(list);
  const saved = data?.savedSearches ?? [];

  async function move(index: number, step: -1 | 1) {
    const ids = saved.map(({ id }) => id);
    const [moved] = ids.splice(index, 1);
    if (pending || !moved || index + step < 0 || index + step > ids.length) return;
    await call(`${savedSearchAddress}/order`, {
      method: "PUT",
      body: { ids: ids.toSpliced(index + step, 0, moved) },
    });
  }

  return (
    <ManageNamedDialog
      list={list}
      title={t("label")}
      closeLabel={t("close")}
      none={t("none")}
      rename={{ label: (name) => t("rename", { name }), button: t("renameButton") }}
      entries={saved}
      addressOf={(id) => `${savedSearchAddress}/${encodeURIComponent(id)}`}
      actions={({ id, name }, index) => (
        <>
          <IconButton
            label={t("moveUp", { name })}
            data-focus={`${id} -1`}
            onClick={() => void move(index, -1)}
          >
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton
            label={t("moveDown", { name })}
            data-focus={`${id} 1`}
            onClick={() => void move(index, 1)}
          >
            <ArrowDown aria-hidden />
          </IconButton>
        </>
      )}
      questions={[
        {
          label: (name) => t("delete", { name }),
          icon: <Trash2 aria-hidden />,
          question: (name) => t("deleteQuestion", { name }),
          button: t("deleteButton"),
          removes: true,
          request: () => ({ method: "DELETE" }),
        },
      ]}
      onClose={onClose}
    />
  );
}
