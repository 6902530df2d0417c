"use client";

import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { signOutAndLeave } from "@/components/shell/sign-out";
import { Button } from "@/components/ui/button";

/** Ends this session; on a phone the only place to do it. */
export function SignOutPart() {
  const t = useTranslations("settings.account");
  const [pending, setPending] = useState(false);
  return (
    <div className="mt-8 border-t pt-6">
      <Button
        pending={pending}
        onClick={() => {
          setPending(true);
          void signOutAndLeave();
        }}
      >
        <LogOut aria-hidden />
        {t("signOut")}
      </Button>
    </div>
  );
}
