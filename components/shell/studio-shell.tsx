import { Folder, House, Library, ListChecks, Plus, Settings } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import type { GeneratorFacts } from "@/lib/generations/record/definition-port";
import type { SavedSearches } from "@/lib/saved-searches/saved-search-dto";
import { AccountMenu } from "./account-menu";
import { BrandMark } from "./brand";
import { CurrentProjectCard } from "./current-project-card";
import { LiveIndicator } from "./live-indicator";
import { GeneratorIcon } from "./generator-icon";
import { ActivityCount, NavLink } from "./nav-link";
import { SavedSearchLinks } from "./saved-search-links";
import { ShellDialogs } from "./shell-dialogs";
import { ShellFrame } from "./shell-frame";

interface StudioShellProps {
  accountName: string;
  /** The connection is the sandbox. */
  sandbox: boolean;
  /** Registered generators, in the order of the navigation. */
  generators: readonly GeneratorFacts[];
  savedSearches: SavedSearches;
  /** Stays at the foot of the window across navigations: the player. */
  foot?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of every page: the rail (tabs on a phone), the sandbox notice and the player. The document itself scrolls,
 * so that the browser restores scroll positions.
 */
export function StudioShell({
  accountName,
  sandbox,
  generators,
  savedSearches,
  foot,
  children,
}: StudioShellProps) {
  const t = useTranslations("shell");
  return (
    <>
      <SkipLink label={t("skipToContent")} />
      <ShellFrame>
        <header
          data-rail
          className="sticky top-0 z-40 hidden h-[calc(100dvh-var(--player-height))] flex-col overflow-y-auto border-r bg-panel px-3 pt-5 pb-3.5 md:flex"
        >
          <Link
            href="/"
            className="mb-4.5 flex items-center gap-2.25 self-start rounded-sm px-2 text-[0.9375rem] font-semibold tracking-tight"
          >
            <BrandMark />
            <span>{t("brand")}</span>
          </Link>
          <nav aria-label={t("navigation.label")} className="grid gap-0.5">
            <NavLink place="rail" href="/" icon={<House aria-hidden />} label={t("navigation.home")} />
            <NavGroup heading={t("navigation.make")}>
              {generators.map((generator) => (
                <NavLink
                  key={generator.id}
                  place="rail"
                  href={`/create/${generator.id}`}
                  generator={generator.id}
                  icon={<GeneratorIcon generator={generator} />}
                  label={generator.name}
                />
              ))}
            </NavGroup>
            <NavGroup heading={t("navigation.keep")}>
              <MainLinks place="rail" savedSearches={savedSearches} />
            </NavGroup>
          </nav>
          <div className="mt-auto grid justify-items-start gap-2.5 pt-6">
            <CurrentProjectCard />
            <LiveIndicator />
            {sandbox ? <SandboxNotice place="rail" /> : null}
            <AccountMenu name={accountName} />
          </div>
        </header>

        <div className="flex min-h-dvh min-w-0 flex-col pb-[calc(var(--tabs-height)+env(safe-area-inset-bottom)+var(--player-height))] md:pb-(--player-height)">
          <header className="md:hidden">
            {sandbox ? <SandboxNotice place="strip" /> : null}
            <LiveIndicator className="px-2 not-empty:py-1" />
          </header>
          <main
            id={contentId}
            tabIndex={-1}
            className="flex min-w-0 flex-1 flex-col outline-none has-data-submit-bar:max-lg:pb-20"
          >
            {children}
          </main>
          {foot}
        </div>

        <nav
          data-tabs
          aria-label={t("navigation.label")}
          // Columns, so that a tab has its place before the others have arrived.
          className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t bg-panel pb-[env(safe-area-inset-bottom)] md:hidden"
        >
          <NavLink
            place="tabs"
            // With a single generator there is nothing to choose.
            href={generators.length === 1 && generators[0] ? `/create/${generators[0].id}` : "/"}
            alsoAt={["/", "/create"]}
            icon={<Plus aria-hidden />}
            label={t("navigation.make")}
          />
          <MainLinks place="tabs" />
        </nav>
      </ShellFrame>
      <ShellDialogs />
    </>
  );
}

/** Each is one object for rail and tabs, so React sends it once. */
const icons = {
  library: <Library aria-hidden />,
  projects: <Folder aria-hidden />,
  activity: <ListChecks aria-hidden />,
  settings: <Settings aria-hidden />,
};

/** Library, projects, films, activity and settings, in the rail or among the tabs, where home leads to films. */
function MainLinks({ place, savedSearches }: { place: "rail" | "tabs"; savedSearches?: SavedSearches }) {
  const t = useTranslations("shell.navigation");
  return (
    <>
      <NavLink place={place} href="/library" icon={icons.library} label={t("library")} />
      {savedSearches ? <SavedSearchLinks initial={savedSearches} /> : null}
      <NavLink place={place} href="/projects" icon={icons.projects} label={t("projects")} />
      {place === "rail" ? <NavLink place={place} href="/films" isFilm label={t("films")} /> : null}
      <NavLink
        place={place}
        href="/activity"
        icon={icons.activity}
        label={t("activity")}
        trailing={<ActivityCount place={place} />}
      />
      <NavLink place={place} href="/settings" icon={icons.settings} label={t("settings")} />
    </>
  );
}

function NavGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={heading} className="grid gap-0.5">
      <div aria-hidden data-rail-heading className="px-2 pt-4 pb-1.5 text-2xs text-text-3">
        {heading}
      </div>
      {children}
    </div>
  );
}

/** A permanent note that the service is the sandbox, so that nobody takes its results for real ones. */
function SandboxNotice({ place }: { place: "rail" | "strip" }) {
  const t = useTranslations("shell.sandbox");
  if (place === "strip") {
    return (
      <p className="truncate border-b border-dashed border-line-strong bg-panel px-4 py-1.5 text-center text-2xs text-text-2">
        <strong className="font-medium text-text">{t("title")}</strong> {t("explanation")}
      </p>
    );
  }
  return (
    <p
      data-rail-note
      className="rounded-md border border-dashed border-line-strong px-2.5 py-2 text-2xs leading-[1.4] text-text-2"
    >
      <strong className="block font-medium text-text">{t("title")}</strong>
      <span>{t("explanation")}</span>
    </p>
  );
}

/** Id of the main content. */
const contentId = "content";

/** The first stop of Tab: skips the navigation. */
function SkipLink({ label }: { label: string }) {
  return (
    <a
      href={`#${contentId}`}
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-raised px-3 py-2 text-sm text-text transition-transform focus-visible:translate-y-0 focus-visible:shadow-float"
    >
      {label}
    </a>
  );
}
