"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState, type ComponentType } from "react";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { BatchChoiceContext } from "@/components/form/batch-choice";
import { GenerationTitleContext } from "@/components/form/generation-title";
import { TakeList } from "@/components/takes/take-list";
import {
  useGenerator,
  type FormFeatures,
  type GeneratorFormProps,
  type SubmitOutcome,
} from "@/components/generators";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { StudioCommands } from "@/components/takes/studio-commands";
import { useSubmitGeneration } from "@/components/takes/use-submit-generation";
import { type ShownExample, ExampleList } from "./example-list";
import { findUnsentDraft } from "./draft-choices";
import type { FormStart } from "./form-start";
import { LazyBatchBar, LazyVariationsDialog } from "./lazy-batch-parts";
import type { BatchRows } from "./send-batch";
import { useBatch } from "./use-batch";
import { BegunWith } from "./begun-with";
import { useDraft } from "./use-draft";
import { useTitleDraft } from "./use-title-draft";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { EmptyState } from "@/components/ui/empty-state";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { StartProblemsContext } from "@/components/form/start-problems";
import { PresetMenu } from "./presets/preset-menu";
import { ReuseProvider } from "./reuse/reuse-provider";
import type { GeneratorFacts } from "@/lib/generations/record/definition-port";

interface CreateWorkspaceProps {
  /** The form of a generator. */
  Form: ComponentType<GeneratorFormProps & { generator: string }>;
  /** Id of the generator. */
  id: string;
  /** What the generator does, in one sentence. */
  lead: string;
  userId: string;
  /** What the URL asks the form to begin with; otherwise the draft or a new form. */
  start: FormStart | null;
  /** A new form: the default preset, or what the generator begins with. */
  newInput: Record<string, unknown>;
  /** What the default preset lacks. */
  newProblems: readonly FieldProblem[];
  /** What the generator begins with, where a default preset takes its place. */
  blankInput?: Record<string, unknown> | undefined;
  examples: readonly ShownExample[];
  features: FormFeatures | null;
  connectionProblem: "missing" | "unreadable" | null;
}

/** The last values that filled the form; a new version fills it again. */
interface Fill {
  version: number;
  input: unknown;
  parentId?: string | undefined;
  relation?: FormStart["relation"] | undefined;
  /** Shown at their fields. */
  problems?: readonly FieldProblem[] | undefined;
}

/** The form on the left and its takes on the right; stacked on a small screen. */
export function CreateWorkspace(props: CreateWorkspaceProps) {
  const {
    Form,
    id,
    lead,
    userId,
    start,
    newInput,
    newProblems,
    blankInput = newInput,
    examples,
    features,
    connectionProblem,
  } = props;
  const generator = useGenerator(id);
  const submit = useSubmitGeneration();
  const takesRef = useRef<HTMLDivElement>(null);
  const formRef = useRef<HTMLDivElement>(null);
  const draft = useDraft({ userId, generator: id }, start !== null, newInput);
  const { change: changeDraft } = draft;
  const { title, ...titleDraft } = useTitleDraft({ userId, generator: id });
  const [fill, setFill] = useState<Fill>({
    version: 0,
    input: start?.input,
    parentId: start?.parentId,
    relation: start?.relation,
    problems: start?.problems,
  });
  const newestFill = useRef(0);
  const made = flattenPages(useInfiniteQuery(generationQueries.made(id)).data);
  const batch = useBatch(id);
  const [newest] = made;
  const [isBroughtBack, setBroughtBack] = useState(false);
  const isBegun = start?.origin !== undefined;

  // A form opened with a file replaces the draft, which is kept. Its next step is the prompt.
  const earlier = isBegun && !isBroughtBack ? findUnsentDraft(draft.earlier, made) : null;
  useEffect(() => {
    if (isBegun) formRef.current?.querySelector<HTMLElement>('[name="prompt"]')?.focus();
  }, [isBegun]);

  // Only a later fill scrolls to the form: the person asked for it.
  useEffect(() => {
    if (fill.version === 0) return;
    const form = formRef.current;
    form?.scrollIntoView({ block: "start" });
    form?.querySelector<HTMLElement>("textarea, input")?.focus({ preventScroll: true });
  }, [fill.version]);

  function bringBack(input: Record<string, unknown>) {
    setBroughtBack(true);
    refill(input);
  }

  function refill(
    input: Record<string, unknown>,
    { parentId, problems }: Pick<Fill, "parentId" | "problems"> = {},
  ) {
    changeDraft(input);
    setFill({ version: (newestFill.current += 1), input, parentId, problems });
  }

  const readInput = (): Record<string, unknown> => ({ ...Object(draft.latest() ?? fill.input ?? newInput) });

  function showTakes() {
    // On a small screen the takes are below the form.
    if (matchMedia("(width < 64rem)").matches) takesRef.current?.scrollIntoView({ block: "start" });
    else if (scrollY > 0) scrollTo({ top: 0 });
  }

  /** Sends one generation, or as many as the rows have. */
  async function send(input: Record<string, unknown>, rows?: BatchRows): Promise<SubmitOutcome> {
    if (titleDraft.isTooLong) {
      formRef.current?.querySelector<HTMLElement>('[name="generation-title"]')?.focus();
      return { ok: false, problem: { code: "input.invalid", fields: [] } };
    }
    const { parentId, relation = "edit" } = fill;
    const options = {
      ...(titleDraft.sent === undefined ? {} : { title: titleDraft.sent }),
      ...(parentId ? { parentId, relation } : {}),
    };
    const many = rows ?? batch.rows;
    const result = await (many ? batch.submit(input, many, options) : submit(id, input, options));
    if (!result.ok) {
      const fields = titleDraft.takeProblems(result.problem.fields);
      return { ok: false, problem: { ...result.problem, fields } };
    }
    titleDraft.clear();
    batch.chooseTakes(1);
    // The next generation is unrelated to this one.
    setFill((before) => ({ ...before, parentId: undefined }));
    showTakes();
    return { ok: true };
  }

  const latestSend = useRef(send);
  useEffect(() => void (latestSend.current = send));
  const initialInput = fill.input ?? draft.initial ?? newInput;
  const lastInput = newest?.input ?? null;
  // Kept while takes progress or a title is typed: rendering all fields takes a slow phone 0.1 s.
  const form = useMemo(
    () => (
      <Form
        generator={id}
        key={`${fill.version}-${draft.version}`}
        initialInput={initialInput}
        features={features}
        lastInput={lastInput}
        onInputChange={(input) => {
          // A form that is being replaced may still report its last text.
          if (fill.version === newestFill.current) changeDraft(input);
        }}
        onSubmit={(input) => latestSend.current(input)}
      />
    ),
    [Form, id, fill.version, draft.version, initialInput, features, lastInput, changeDraft],
  );

  return (
    <StudioCommands
      onEdit={(generation: GenerationDto) => refill(generation.input, { parentId: generation.id })}
      onReuseSeed={(generation: GenerationDto) => refill({ ...readInput(), seed: generation.input.seed })}
      onSent={showTakes}
    >
      <div data-generator={id} className="flex-1 lg:grid lg:grid-cols-[26.5rem_minmax(0,1fr)]">
        <div
          ref={formRef}
          data-draft=""
          className="flex flex-col lg:sticky lg:top-0 lg:h-[calc(100dvh-var(--player-height))] lg:overflow-y-auto lg:border-r lg:bg-[color-mix(in_oklab,var(--panel)_55%,var(--ground))]"
        >
          <header className="flex items-start gap-3 page-x pt-5 pb-5 lg:pt-5.5">
            <div className="min-w-0 flex-1">
              <h1 className="text-xl font-semibold tracking-tight">{generator?.name}</h1>
              <p className="mt-0.5 text-sm text-text-3">{lead}</p>
            </div>
            <PresetMenu
              generator={id}
              blankInput={blankInput}
              readInput={readInput}
              onFill={(input, problems) => refill(input, { problems })}
            />
          </header>
          <BegunWith
            // Only the first fill begins with the file.
            origin={fill.version === 0 ? (start?.origin ?? null) : null}
            onBringBack={earlier && (() => bringBack(earlier))}
          />
          {connectionProblem ? <ConnectionNotice problem={connectionProblem} /> : null}
          <GenerationTitleContext value={title}>
            <StartProblemsContext value={fill.input || draft.initial ? fill.problems : newProblems}>
              <BatchChoiceContext value={batch.choice}>
                <ReuseProvider generator={id}>{form}</ReuseProvider>
              </BatchChoiceContext>
            </StartProblemsContext>
          </GenerationTitleContext>
        </div>
        <div
          ref={takesRef}
          className="min-w-0 scroll-mt-4 border-t page-x pt-5 pb-28 max-lg:mt-2 lg:border-t-0 lg:py-5.5"
        >
          <LazyBatchBar generator={id} />
          <TakeList
            generator={id}
            empty={
              generator ? (
                <FirstTakes generator={generator} examples={examples} onChoose={(input) => refill(input)} />
              ) : null
            }
          />
        </div>
        {batch.form ? (
          <LazyVariationsDialog
            generator={id}
            form={batch.form}
            onSend={(rows, input) => send(input, rows)}
            onClose={batch.closeVariations}
          />
        ) : null}
      </div>
    </StudioCommands>
  );
}

/** Says why nothing can be sent, with a link to the settings. */
function ConnectionNotice({ problem }: { problem: "missing" | "unreadable" }) {
  const t = useTranslations("create");
  const { title, action } = useErrorText()(`connection.${problem}`);
  return (
    <div className="page-x pb-5">
      <Notice
        tone="warning"
        title={title}
        actions={
          <Link href="/settings" className={buttonVariants({ variant: "outline", size: "small" })}>
            {t("openSettings")}
          </Link>
        }
      >
        {action}
      </Notice>
    </div>
  );
}

interface FirstTakesProps {
  generator: GeneratorFacts;
  examples: readonly ShownExample[];
  onChoose: (input: Record<string, unknown>) => void;
}

/** Shown before the first take: three examples, each fills the form. */
function FirstTakes({ generator, examples, onChoose }: FirstTakesProps) {
  const t = useTranslations("create");
  return (
    <EmptyState
      icon={<GeneratorIcon generator={generator} className="text-hue" />}
      title={t("empty.title")}
      className="max-w-xl lg:pt-[14dvh]"
    >
      <p>{t("empty.explanation")}</p>
      <ExampleList
        generator={generator.id}
        examples={examples}
        onChoose={({ input }) => onChoose(input)}
        className="mt-5"
      />
    </EmptyState>
  );
}
