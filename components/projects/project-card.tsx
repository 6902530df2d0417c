import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { ProjectDto } from "@/lib/projects/project-dto";
import { ProjectCover } from "./project-cover";
import { useProjectWords } from "./use-project-words";

/** A project in the list of projects. */
export function ProjectCard({ project }: { project: ProjectDto }) {
  const t = useTranslations("projects");
  const words = useProjectWords();
  const facts = [
    words.count(project.counts),
    project.role === "owner" ? null : t("of", { name: project.owner }),
  ];
  return (
    <li
      data-colour={project.colour}
      {...(project.role === "view" ? {} : { "data-drop-project": project.id })}
      className="min-w-0 rounded-lg"
    >
      <Link href={`/projects/${project.id}`} className="group block rounded-lg">
        <ProjectCover
          project={project}
          sizes="20rem"
          className="transition-colors group-hover:border-line-strong"
        />
        <span className="mt-2 flex items-center gap-2 text-sm">
          <span aria-hidden className="size-2 shrink-0 rounded-full bg-(--project)" />
          <span className="truncate font-medium" dir="auto">
            {project.title}
          </span>
        </span>
        <span className="mt-0.5 block truncate text-xs text-text-3">
          {facts.filter((fact) => fact !== null).join(t("separator"))}
        </span>
      </Link>
    </li>
  );
}
