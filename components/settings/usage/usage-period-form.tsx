import { useTranslations } from "next-intl";
import { Button, buttonVariants } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

/** Chooses the period, and the sandbox instead of the service. A plain form: it works before and without scripts. */
export function UsagePeriodForm({
  from,
  until,
  sandbox,
  csv,
}: {
  from: string;
  until: string;
  sandbox: boolean;
  /** The address of the same as CSV. */
  csv: string;
}) {
  const t = useTranslations("settings.usage");
  return (
    <form
      method="get"
      action="/settings/usage"
      className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-end"
    >
      <Field label={t("from")}>
        <Input type="date" name="from" defaultValue={from} required />
      </Field>
      <Field label={t("until")}>
        <Input type="date" name="until" defaultValue={until} required />
      </Field>
      <Field label={t("source")} className="max-sm:col-span-full">
        <Select
          name="sandbox"
          defaultValue={String(sandbox)}
          options={[
            { value: "false", label: t("service") },
            { value: "true", label: t("sandbox") },
          ]}
        />
      </Field>
      <div className="flex gap-2 max-sm:col-span-full">
        <Button type="submit" variant="outline">
          {t("show")}
        </Button>
        <a href={csv} download className={buttonVariants({ variant: "ghost" })}>
          {t("csv")}
        </a>
      </div>
    </form>
  );
}
