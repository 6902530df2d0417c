import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AccountHeading } from "@/components/account/account-page";
import { SetupForm } from "@/components/account/setup-form";
import { mayBeLocalVisitor } from "@/lib/auth/local-visitor.server";
import { isSetupOpen } from "@/lib/auth/set-up-owner.server";
import { setUpOwnerAction } from "../actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth.setup"))("title") };
}

export default async function SetupPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  if (!(await isSetupOpen())) redirect("/sign-in");
  const t = await getTranslations("auth.setup");
  const { token } = await searchParams;
  return (
    <>
      <AccountHeading title={t("title")}>{t("lead")}</AccountHeading>
      <SetupForm
        setUp={setUpOwnerAction}
        needsToken={!mayBeLocalVisitor(await headers())}
        givenToken={typeof token === "string" ? token : ""}
      />
    </>
  );
}
