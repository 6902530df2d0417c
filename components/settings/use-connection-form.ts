"use client";

import { useRef, useState } from "react";
import { useFieldProblemText, useSchemaForm } from "@/components/form/use-schema-form";
import type { ConnectionFormValues, ConnectionInput } from "@/lib/connections/connection-input";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";
import type { ConnectionTestResult } from "@/lib/connections/connection-test-result";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { ALL_MODELS } from "@/lib/service/contract/models";
import { mergeProfile } from "@/lib/service/profiles/merge-profile";
import type { ServiceProfile } from "@/lib/service/profiles/profile-schema";
import { getShippedProfile, type ShippedProfileId } from "@/lib/service/profiles/shipped-profiles";
import { findAdvancedProblems, readAdvancedValues, toOverrides } from "./advanced-values";

const loadRules = async () => (await import("@/lib/connections/connection-input")).connectionInputSchema;

function fieldsOf(connection: ConnectionSummary | null) {
  return {
    profileId: connection?.profileId ?? ("custom" as ShippedProfileId),
    baseUrl: connection?.ownAddresses.baseUrl ?? "",
    altBaseUrl: connection?.ownAddresses.altBaseUrl ?? "",
    apiKey: "",
  };
}

/** The sandbox has neither address nor key. Values typed for another service stay in the form and are not sent. */
function selectFields(values: ConnectionFormValues): ConnectionFormValues {
  return values.profileId === "sandbox" ? { profileId: values.profileId } : values;
}

function advancedOf(profileId: ShippedProfileId, connection: ConnectionSummary | null) {
  const overrides = connection?.profileId === profileId ? connection.overrides : {};
  // The server has parsed the stored overrides with this profile.
  const profile = mergeProfile(getShippedProfile(profileId), overrides) as ServiceProfile;
  return readAdvancedValues(profile, ALL_MODELS);
}

/**
 * The state of the connection form: its fields, and the advanced values of the chosen profile. `connection` is the
 * stored one, without its key.
 */
export function useConnectionForm(initial: ConnectionSummary | null) {
  const [connection, setConnection] = useState(initial);
  const form = useSchemaForm(loadRules, fieldsOf(initial), { select: selectFields });
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

  // Advanced values of one profile do not fit another.
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
    /** The result of the last test; null after the form has changed. */
    tested,
    forgetTest,
    /** Runs a test and shows its result, unless the form changes meanwhile. */
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
      defaults: readAdvancedValues(shipped, ALL_MODELS),
      problems,
      open: advancedOpen,
      onOpenChange: setAdvancedOpen,
      onChange: (values: typeof advanced.values) => {
        setAdvanced({ profileId, values, touched: true });
        forgetTest();
        // While typing, only problems already shown are checked again.
        const wrong = findAdvancedProblems(values, shipped);
        const still = wrong.filter(({ path }) => problems.has(path));
        setProblems(new Map(still.map((problem) => [problem.path, describe(problem)])));
      },
      onReset: () => {
        setAdvanced({ profileId, values: readAdvancedValues(shipped, ALL_MODELS), touched: true });
        forgetTest();
        setProblems(new Map());
      },
    },
    /** Takes over a test of the stored connection; typed values stay. */
    adoptTest(testResult: ConnectionTestResult): void {
      const testedAt = new Date().toISOString();
      setConnection((stored) => stored && { ...stored, testResult, testedAt });
    },
    /** Resets the form to what the server has stored. */
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
    /** Passes the input on if it is valid, else shows the problems. */
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
