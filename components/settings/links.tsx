"use client";

import { Link } from "@/components/ui/link";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Menu } from "@/components/ui/menu";
import type { ActionResult } from "@/lib/http/action-result";
import type { AddressedShareDto } from "@/lib/shares/share-dto";
import { SettingsPart, SettingsRow, SettingsRows } from "./settings-section";
import { ProblemNotice, useAction } from "./use-action";

const dayChoices = [1, 7, 30, 90, 365];

/** What the question before revoking is about. */
type Asked = AddressedShareDto | "all" | null;

/** Lists a person's active links; copies, prolongs and revokes each, and revokes all. */
export function LinkList({
  links,
  change,
  revoke,
  revokeAll,
}: {
  links: readonly AddressedShareDto[];
  change: (id: string, expiresInDays: number | null) => Promise<ActionResult<null>>;
  revoke: (id: string) => Promise<ActionResult<null>>;
  revokeAll: () => Promise<ActionResult<{ revoked: number }>>;
}) {
  const t = useTranslations("settings.links");
  const common = useTranslations("settings.actions");
  const format = useFormatter();
  const [asked, setAsked] = useState<Asked>(null);
  const changing = useAction(change, { announce: () => t("changed") });
  const one = useAction(revoke, { announce: () => t("revoked", { count: 1 }) });
  const all = useAction(revokeAll, { announce: ({ revoked }) => t("revoked", { count: revoked }) });
  const written = (time: string) => format.dateTime(new Date(time), "date");
  const nameOf = ({ project, items }: AddressedShareDto) =>
    project?.title ?? (items[0] ? t("items", { name: items[0].name, more: items.length - 1 }) : t("inTrash"));

  async function confirm(): Promise<void> {
    if (asked === "all") await all.run();
    else if (asked) await one.run(asked.id);
    setAsked(null);
  }

  return (
    <SettingsPart
      title={t("list")}
      actions={
        links.length > 1 ? (
          <Button size="small" variant="outline" onClick={() => setAsked("all")}>
            {t("revokeAll")}
          </Button>
        ) : null
      }
    >
      <ProblemNotice problem={changing.problem ?? one.problem ?? all.problem} />
      <SettingsRows label={t("list")} empty={t("none")}>
        {links.map((link) => {
          const name = nameOf(link);
          return (
            <SettingsRow
              key={link.id}
              actions={
                <>
                  {link.url ? (
                    <CopyButton
                      showLabel
                      text={link.url}
                      label={common("copy")}
                      copiedLabel={common("copied")}
                      failedLabel={t("notCopied")}
                    />
                  ) : null}
                  <Menu
                    label={t("changeEndLabel", { name })}
                    variant="outline"
                    size="small"
                    items={[
                      { kind: "heading", label: t("expiresAfter") },
                      ...dayChoices.map((days) => ({
                        label: t("days", { days }),
                        onSelect: () => void changing.run(link.id, days),
                      })),
                      { label: t("never"), onSelect: () => void changing.run(link.id, null) },
                    ]}
                  >
                    {t("changeEnd")}
                  </Menu>
                  <Button
                    size="small"
                    variant="outline"
                    aria-label={t("revokeLabel", { name })}
                    onClick={() => setAsked(link)}
                  >
                    {t("revoke")}
                  </Button>
                </>
              }
              facts={[
                t("created", { when: written(link.createdAt) }),
                link.expiresAt ? t("endsAt", { when: written(link.expiresAt) }) : t("endsNever"),
                ...(link.showPrompt ? [t("withPrompt")] : []),
                ...(link.showNotes ? [t("withNotes")] : []),
                ...(link.showAdditions ? [t("withAdditions")] : []),
                ...(link.url ? [] : [t("addressLost")]),
              ].join(" · ")}
            >
              {link.project ? (
                <Link
                  href={`/projects/${link.project.id}`}
                  className="line-clamp-1 wrap-anywhere underline decoration-line-strong hover:decoration-current"
                >
                  {name}
                </Link>
              ) : (
                <span className="line-clamp-1 wrap-anywhere">{name}</span>
              )}
            </SettingsRow>
          );
        })}
      </SettingsRows>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => void confirm()}
        title={asked === "all" ? t("revokeAllTitle") : t("revokeTitle", { name: asked ? nameOf(asked) : "" })}
        confirmLabel={asked === "all" ? t("revokeAll") : t("revoke")}
        cancelLabel={common("cancel")}
        destructive
        pending={one.pending || all.pending}
      >
        {asked === "all" ? t("revokeAllBody") : t("revokeBody")}
      </ConfirmDialog>
    </SettingsPart>
  );
}
