"use client";

import { useRef, useState } from "react";
import { useFieldProblemText, useSchemaForm } from "@/components/form/use-schema-form";
import {
  type ConnectionFormValues,
  type ConnectionInput,
  connectionInputSchema,
} from "@/lib/connections/connection-input";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";
import type { ConnectionTestResult } from "@/lib/connections/connection-test-result";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { IMAGE_MODELS } from "@/lib/service/contract/image-options";
import { MUSIC_MODELS } from "@/lib/service/contract/music-options";
import { NARRATION_MODELS, SPEECH_MODELS } from "@/lib/service/contract/speech-options";
import { VIDEO_MODELS } from "@/lib/service/contract/video-modes";
import { overrideProfile } from "@/lib/service/profiles/read-profile";
import { getShippedProfile, type ShippedProfileId } from "@/lib/service/profiles/shipped-profiles";
import { findAdvancedProblems, readAdvancedValues, toOverrides } from "./advanced-values";

function fieldsOf(connection: ConnectionSummary | null) {
  return {
    profileId: connection?.profileId ?? ("custom" as ShippedProfileId),
    baseUrl: connection?.ownAddresses.baseUrl ?? "",
    altBaseUrl: connection?.ownAddresses.altBaseUrl ?? "",
    apiKey: "",
  };
}

/** The sandbox has neither address nor key. What was typed for another service stays in the form, and is not sent. */
function selectFields(values: ConnectionFormValues): ConnectionFormValues {
  return values.profileId === "sandbox" ? { profileId: values.profileId } : values;
}

function advancedOf(profileId: ShippedProfileId, connection: ConnectionSummary | null) {
  const overrides = connection?.profileId === profileId ? connection.overrides : {};
  return readAdvancedValues(overrideProfile(getShippedProfile(profileId), overrides), allModels);
}

/**
 * What is typed about a connection: the fields, and the advanced part of the profile they choose. `connection` is what
 * is stored; the key is never part of it.
 */
export function useConnectionForm(initial: ConnectionSummary | null) {
  const [connection, setConnection] = useState(initial);
  const form = useSchemaForm(connectionInputSchema, fieldsOf(initial), { select: selectFields });
  const profileId = form.watch("profileId") as ShippedProfileId;
  const shipped = getShippedProfile(profileId);
  const [advanced, setAdvanced] = useState({
    profileId,
    values: advancedOf(profileId, initial),
    touched: false,
  });
  const [advancedOpen, setAdvancedOpen] = useState(false);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [tested, setTested] = useState<ConnectionTestResult | null>(null);
  const changes = useRef(0);
  const describe = useFieldProblemText();

  function forgetTest(): void {
    changes.current += 1;
    setTested(null);
  }

  // Another profile has other numbers: what was typed about the former one does not fit it.
  if (advanced.profileId !== profileId)
    setAdvanced({ profileId, values: advancedOf(profileId, connection), touched: false });

  function showProblems(fields: readonly FieldProblem[]): void {
    form.showFieldProblems(fields);
    const ofAdvanced = fields.filter(({ path }) => path.startsWith("overrides."));
    setProblems(new Map(ofAdvanced.map((problem) => [problem.path, describe(problem)])));
    if (ofAdvanced.length > 0) setAdvancedOpen(true);
  }

  return {
    form,
    connection,
    profileId,
    shipped,
    isDirty: form.formState.isDirty || advanced.touched,
    showProblems,
    /** What the last test found; null once the form has changed, which it says nothing about. */
    tested,
    forgetTest,
    /** Runs a test and shows what it finds, unless the form changes meanwhile. */
    async followTest<Found extends { value: ConnectionTestResult } | null>(
      run: () => Promise<Found>,
    ): Promise<Found> {
      forgetTest();
      const changesBefore = changes.current;
      const found = await run();
      if (found && changes.current === changesBefore) setTested(found.value);
      return found;
    },
    advanced: {
      values: advanced.values,
      defaults: readAdvancedValues(shipped, allModels),
      problems,
      open: advancedOpen,
      onOpenChange: setAdvancedOpen,
      onChange: (values: typeof advanced.values) => {
        setAdvanced({ profileId, values, touched: true });
        forgetTest();
        // Only what a person was told already is checked while they type.
        const wrong = findAdvancedProblems(values, shipped);
        const still = wrong.filter(({ path }) => problems.has(path));
        setProblems(new Map(still.map((problem) => [problem.path, describe(problem)])));
      },
      onReset: () => {
        setAdvanced({ profileId, values: readAdvancedValues(shipped, allModels), touched: true });
        forgetTest();
        setProblems(new Map());
      },
    },
    /** Takes what a test of the stored connection found; what is typed stays. */
    adoptTest(testResult: ConnectionTestResult): void {
      const testedAt = new Date().toISOString();
      setConnection((stored) => stored && { ...stored, testResult, testedAt });
    },
    /** Takes what the server has now as the new start. */
    adopt(stored: ConnectionSummary | null): void {
      const fields = fieldsOf(stored);
      setConnection(stored);
      forgetTest();
      form.reset(fields);
      setAdvanced({
        profileId: fields.profileId,
        values: advancedOf(fields.profileId, stored),
        touched: false,
      });
      setProblems(new Map());
    },
    /** Hands the whole input on when it is valid; else shows what is wrong. */
    submit(use: (input: ConnectionInput) => Promise<void>): Promise<void> {
      return form.handleSubmit((fields) => {
        const wrong = findAdvancedProblems(advanced.values, shipped);
        showProblems(wrong);
        if (wrong.length > 0) return undefined;
        const before = connection?.profileId === profileId ? connection.overrides : {};
        return use({ ...fields, overrides: toOverrides(advanced.values, shipped, before) });
      })();
    },
  };
}

/** Every model of service.md, each once. */
const allModels: readonly string[] = [
  ...new Set([...MUSIC_MODELS, ...IMAGE_MODELS, ...VIDEO_MODELS, ...SPEECH_MODELS, ...NARRATION_MODELS]),
];
