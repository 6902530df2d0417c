import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { InvitationList, InviteForm } from "@/components/settings/invitations";
import { MemberList } from "@/components/settings/member-list";
import { MemberFactors } from "@/components/settings/second-factor/member-factors";
import { SettingsHeading } from "@/components/settings/settings-section";
import { listOpenInvitations } from "@/lib/auth/invitations.server";
import { getSignInRules } from "@/lib/auth/sign-in-rules.server";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { listMembersWithUsage } from "@/server/members.server";
import {
  inviteAction,
  removeMemberAction,
  resetSecondFactorAction,
  setMemberAccessAction,
  setQuotasAction,
  setSignInRulesAction,
  revokeInvitationAction,
} from "./actions";

export default async function MembersPage() {
  const actor = await requireSessionActor();
  if (actor.role !== "owner") notFound();
  const [members, invitations, rules, t] = await Promise.all([
    listMembersWithUsage(),
    listOpenInvitations(),
    getSignInRules(),
    getTranslations("settings.members"),
  ]);
  return (
    <PageMessages namespaces={["settings.members", "settings.quotas"]}>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <MemberList
        members={members}
        ownId={actor.userId}
        setAccess={setMemberAccessAction}
        setQuotas={setQuotasAction}
        remove={removeMemberAction}
      />
      <MemberFactors
        members={members}
        ownId={actor.userId}
        rules={rules}
        setRules={setSignInRulesAction}
        reset={resetSecondFactorAction}
      />
      <InviteForm invite={inviteAction} />
      <InvitationList invitations={invitations} withdraw={revokeInvitationAction} />
    </PageMessages>
  );
}
