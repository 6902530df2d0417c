import { useFormatter, useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import { ENDPOINTS } from "@/lib/service/profiles/profile-options";
import { SHIPPED_PROFILE_IDS } from "@/lib/service/profiles/shipped-profiles";
import { SettingsPart, SettingsRow, SettingsRows } from "../settings-section";
import type { StudioStatus } from "@/lib/status/studio-status";

/** How much of each rate limit is used. */
export function RatesPart({ windows }: { windows: StudioStatus["windows"] }) {
  const t = useTranslations("status.rates");
  const connection = useTranslations("settings.connection");
  const format = useFormatter();
  const units = useUnits();
  const nameOfService = (profile: string) => {
    const shipped = SHIPPED_PROFILE_IDS.find((id) => id === profile);
    return shipped ? connection(`serviceNames.${shipped}`) : profile;
  };
  const describe = ({ profile, people, pausedUntil }: StudioStatus["windows"][number]) => [
    ...(profile === null
      ? [t("formerKey")]
      : [nameOfService(profile), people.length > 0 ? people.join(", ") : t("defaultConnection")]),
    ...(pausedUntil ? [t("paused", { time: format.dateTime(pausedUntil, "timeWithSeconds") })] : []),
  ];
  // A limit is that of a model or of an endpoint, which is called as in the settings of the connection.
  const nameOf = (counted: string) => {
    const endpoint = ENDPOINTS.find((name) => name === counted);
    return endpoint ? connection(`endpoints.${endpoint}`) : counted;
  };
  return (
    <SettingsPart title={t("title")} lead={t("lead")}>
      <SettingsRows label={t("title")} empty={t("empty")}>
        {windows.map((window) => (
          <SettingsRow
            key={window.bucket}
            facts={describe(window).join(" · ")}
            actions={
              <span className="text-sm tabular-nums">
                {window.allowed === null || window.windowSeconds === null
                  ? window.profile !== null && t("noLimit")
                  : t("used", {
                      used: window.used,
                      allowed: window.allowed,
                      window: units.exact(window.windowSeconds),
                    })}
              </span>
            }
          >
            <span className="font-medium wrap-anywhere">{nameOf(window.counted)}</span>
          </SettingsRow>
        ))}
      </SettingsRows>
    </SettingsPart>
  );
}
