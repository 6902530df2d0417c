"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { ApiError, apiFetch } from "@/components/queries/api-fetch";
import { projectAddress, projectQueries } from "@/components/queries/project-queries";
import { Button, IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { memberRoles } from "@/lib/projects/project-names";
import type { ProjectDto, ProjectMemberDto } from "@/lib/projects/project-dto";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { useProjectCall } from "./use-project-call";

/** The people of a project; its owner adds, changes and removes members. Loaded on demand, hence the default export. */
export default function PeopleDialog({ project, onClose }: { project: ProjectDto; onClose: () => void }) {
  const t = useTranslations("projects");
  const { data } = useQuery(projectQueries.members(project.id));
  return (
    <Dialog open onClose={onClose} title={t("peopleLabel")} closeLabel={t("close")}>
      <ul className="grid gap-1">
        {data?.people.map((person) => (
          <PersonLine key={person.userId} person={person} project={project} />
        ))}
      </ul>
      {project.role === "owner" ? <AddPerson project={project} /> : null}
      <p className="mt-4 text-xs text-text-3">{t("peopleExplanation")}</p>
    </Dialog>
  );
}

const membersAddress = (id: string) => `${projectAddress(id)}/members`;

function PersonLine({ person, project }: { person: ProjectMemberDto; project: ProjectDto }) {
  const t = useTranslations("projects");
  const { call, pending } = useProjectCall();
  const { name, email, role, userId } = person;
  const isEditable = project.role === "owner" && role !== "owner";
  return (
    <li className="flex flex-wrap items-center gap-2 py-1">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block truncate text-sm" dir="auto">
          {name}
        </span>
        <span className="block truncate text-xs text-text-3">{email}</span>
      </span>
      {isEditable ? (
        <>
          <Select
            aria-label={t("roleOf", { name })}
            className="w-36"
            value={role}
            disabled={pending}
            options={memberRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
            onChange={(event) =>
              void call(membersAddress(project.id), {
                method: "PUT",
                body: { email, role: event.currentTarget.value },
              })
            }
          />
          <IconButton
            label={t("removePerson", { name })}
            onClick={() => void call(`${membersAddress(project.id)}/${userId}`, { method: "DELETE" })}
          >
            <X aria-hidden />
          </IconButton>
        </>
      ) : (
        <span className="text-xs text-text-3">{t(`roles.${role}`)}</span>
      )}
    </li>
  );
}

function AddPerson({ project }: { project: ProjectDto }) {
  const t = useTranslations("projects");
  const tValidation = useTranslations("validation.project");
  const { call } = useProjectCall();
  const showError = useErrorToast();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<string>("view");
  const [problem, setProblem] = useState<"unknown-email" | "own-email" | null>(null);
  const [pending, setPending] = useState(false);
  async function add(event: FormEvent) {
    event.preventDefault();
    if (email.trim() === "" || pending) return;
    setPending(true);
    setProblem(null);
    try {
      await apiFetch(membersAddress(project.id), { method: "PUT", body: { email, role } });
      setEmail("");
      await call(projectAddress(project.id));
    } catch (error) {
      const field = error instanceof ApiError ? error.fields[0]?.key : undefined;
      if (field === "project.unknown-email") setProblem("unknown-email");
      else if (field === "project.own-email") setProblem("own-email");
      else showError(error);
    } finally {
      setPending(false);
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void add(event)}
      className="mt-4 flex flex-wrap items-start gap-2 border-t pt-4"
    >
      <Field
        label={t("email")}
        error={
          problem === null
            ? undefined
            : problem === "own-email"
              ? tValidation("own-email")
              : tValidation("unknown-email")
        }
        className="min-w-0 flex-1 basis-52"
      >
        <Input
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </Field>
      <Field label={t("role")} className="w-36">
        <Select
          value={role}
          options={memberRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
          onChange={(event) => setRole(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" pending={pending} className="mt-7">
        {t("addPerson")}
      </Button>
    </form>
  );
}
