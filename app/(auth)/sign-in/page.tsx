import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AccountHeading } from "@/components/account/account-page";
import { SignInForm } from "@/components/account/sign-in-form";
import { toLocalPath } from "@/lib/auth/local-path";
import { findSessionActor } from "@/lib/auth/session-actor.server";
import { isSetupOpen } from "@/lib/auth/set-up-owner.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth.signIn"))("title") };
}

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  if (await isSetupOpen()) redirect("/setup");
  const nextPath = toLocalPath((await searchParams).next);
  if (await findSessionActor()) redirect(nextPath);
  const t = await getTranslations("auth.signIn");
  return (
    <>
      <AccountHeading title={t("title")} />
      <SignInForm nextPath={nextPath} />
    </>
  );
}
