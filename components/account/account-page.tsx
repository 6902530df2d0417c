import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { BrandMark } from "@/components/shell/brand";

/** The frame of the pages for signed-out visitors. */
export async function AccountPage({ children }: { children: ReactNode }) {
  const t = await getTranslations("common");
  return (
    // Not centred: it would move while the form arrives.
    <main className="mx-auto min-h-dvh w-full max-w-[25.5rem] px-5 pt-[clamp(2.5rem,22svh-3rem,16rem)] pb-10 sm:pb-16">
      <p className="mb-9 flex items-center gap-2.5 text-base font-semibold">
        <BrandMark />
        {t("productName")}
      </p>
      {children}
    </main>
  );
}

/** The heading of such a page. */
export function AccountHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-7">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      {children ? <p className="mt-2 text-sm text-text-2">{children}</p> : null}
    </header>
  );
}
