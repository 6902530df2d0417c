import type { FieldProblem } from "@/lib/errors/studio-error";
import type { StoredAsset, AssetKind } from "@/lib/media/stored-asset";
import type { EndpointName } from "@/lib/service/profiles/profile-options";
import type { ServiceProfile } from "@/lib/service/profiles/profile-schema";
import type { z } from "zod";
import type { ExpectedUsage } from "@/lib/costs/units";
import type { PageNamespace } from "@/lib/i18n/catalogues";
import type { Locale } from "@/lib/i18n/locales";
import type { IdleField } from "@/lib/service/contract/idle-fields";

/** What the results of a generator are; decides how its takes are drawn, also before there is a result. */
export type ResultKind = "sound" | "picture" | "video";

/** The icons that a generator can choose from; components/shell/generator-icon.tsx draws them. */
export type GeneratorIconName = "note" | "disc" | "picture" | "clapperboard" | "voice" | "book";

/** The plain facts of a generator, which browser pages know of every generator without loading it. */
export interface GeneratorTraits<Id extends string = string> {
  /** Also the folder, the URL segment, the `generator` of the REST API and the name of its hue in app/globals.css. */
  id: Id;
  produces: ResultKind;
  icon: GeneratorIconName;
  /** The verb while it runs: a key of `takes.elapsed`. `running` by default. */
  runningVerb?: "running" | "composing" | "speaking";
  /** Set if it reads a text aloud: whether its sentences are timed always or only when the input asks for it. */
  readsAloud?: { timing: "always" | "on-request" };
  /** The boolean input field that asks for streaming; what streams plays as soon as it arrives. */
  streamField?: string;
  /** The boolean input field that asks for music without a voice. */
  instrumentalField?: string;
}

/** What a film asks for where a shot is still to be created. */
export interface WantedShot {
  /** What is to be seen, with camera instructions. */
  text: string;
  /** Null for the usual one. */
  model: string | null;
  seconds: number;
  /** Width over height, for example "16:9". */
  aspect: string;
  /** A picture of the person; null without one. */
  firstFrameAssetId: string | null;
}

/** A line of text that a voice is to speak. */
export interface WantedLine {
  text: string;
  voiceId: string;
  /** Null for the usual one. */
  model: string | null;
}

/** How a generator creates shots of films; browser pages know of it. */
export interface ShotTraits {
  /** Whether a shot has to begin with a picture, or can't. */
  firstFrame: "required" | "none";
  /** The usual one first. */
  models: readonly string[];
  /** Unicode code points. */
  textMaxLength: number;
}

/** What browser pages know of a generator: its traits and what follows from them, in the person's language. */
export interface GeneratorFacts extends GeneratorTraits {
  /** Name of the generator, for example "Music". */
  name: string;
  /** Name of one result, for example "Song". */
  resultName: string;
  canVary: boolean;
  /** Set if it creates shots of films. */
  shot?: ShotTraits;
  /** Set if it speaks lines of films: its models, the usual one first. */
  line?: { models: readonly string[] };
  /** Set if it can begin with a result of another generator. */
  beginsWith?: Pick<BeginWith, "kind" | "action" | "relation"> & {
    /** Generators whose results it accepts. */
    from: readonly string[];
  };
}

/** How a new form begins with one of the person's files, for example a video with a picture. */
interface BeginWith<Input = unknown> {
  kind: AssetKind;
  /** Whether results of another generator may lead here; all of the right kind by default. */
  accepts?(source: GeneratorTraits): boolean;
  /** The label in the menu of a take: a key of `takes.actions`. */
  action: "makeVideo" | "makeCover";
  /** How the new generation relates to the one that the file comes from; unrelated by default. */
  relation?: "frame";
  fill(assetId: string): Input;
}

/** A filled form that a person can start from. */
export interface GeneratorExample<Input> {
  /** Key of its title in the generator's messages, under `examples`. */
  key: string;
  input: Input;
}

/** What lib/generations reads from an input without knowing the generator. */
interface InputSummary {
  /** The model, by its name in service.md. */
  model: string;
  /** The endpoint of the billable request; endpoint and model decide the rate limit. */
  endpoint: EndpointName;
  /** The role and the number of the outputs of a full success. */
  expectedOutputs: { role: string; count: number };
  /** What the library searches. */
  searchText: string;
  /** The voice that speaks, by its ID; the first one of a mix. */
  voice?: string | undefined;
}

/** An asset that an input refers to. */
export interface InputAsset {
  /** Dotted path in the input. */
  field: string;
  assetId: string;
  /** The kind of asset that the field accepts. */
  kind: string | readonly string[];
}

/** What makes requests takes of one idea: what the input asks for, without its settings. Values are JSON. */
interface Idea {
  /** What a person keeps while working on it, for example the prompt; undefined without one. */
  theme?: unknown;
  /** Everything else the input asks for: the words to sing or speak. */
  words: unknown;
}

/**
 * A generator as data that browser and server share. Its runner (`runner.server.ts`) and its messages are found by their
 * names in its folder, its form in generators/registry.client.tsx; all of them load lazily.
 */
export interface GeneratorDefinition<
  Schema extends z.ZodType = z.ZodType,
  Id extends string = string,
> extends GeneratorTraits<Id> {
  /** Messages that its form needs beside those of every form, and its prompt on a result's page. */
  messages?: { form?: readonly PageNamespace[]; prompt?: readonly PageNamespace[] };
  /** The one schema that form, action, REST and worker parse with. Field names are the service's own. */
  inputSchema: Schema;
  /** A new form. */
  defaultInput: z.input<Schema>;
  /** A new form for the language of the pages, if that makes a difference. */
  localiseNewInput?(locale: Locale): z.input<Schema>;
  /** Fields of its form that are no input; presets keep them, too. */
  formFields?: readonly string[];
  /** Fields that a new form leaves empty; once they are filled in, the form meets every rule of the schema. */
  requiredByPerson: readonly string[];
  /** Three inputs that show what it can do. */
  examples: GeneratorExample<z.input<Schema>>[];
  /** Fields that have no effect next to the others. They are kept, not sent, and listed in the notes of the generation. */
  findIdleFields?(input: z.output<Schema>): readonly IdleField[];
  summariseInput(input: z.output<Schema>): InputSummary;
  /** What a request will use beside being one; forms show what that costs. */
  expectUsage?(input: z.output<Schema>): ExpectedUsage;
  /** Assets that the input refers to. Creating a generation checks who owns them and keeps them. */
  listInputAssets(input: z.output<Schema>): InputAsset[];
  /** Addresses that the service will fetch; a private one is rejected before anything is sent. */
  listInputUrls(input: z.output<Schema>): { field: string; url: string }[];
  beginWith?: BeginWith<z.input<Schema>>;
  /** Groups generations into takes of one idea; missing if one request makes several results instead. */
  describeIdea?(input: z.output<Schema>): Idea;
  /** The same input with a new seed; missing if the generator has no seed. */
  varyInput?(input: z.output<Schema>): z.input<Schema>;
  /** Set if it creates shots of films. The length is the nearest that it has, if possible a longer one. */
  shot?: ShotTraits & { fill(shot: WantedShot): z.input<Schema> };
  /** Set if it speaks lines of films. */
  line?: { models: readonly string[]; fill(line: WantedLine): z.input<Schema> };
  /** The input that lets a voice speak a sample sentence; only of the generator that speaks samples. */
  voiceSample?(sample: { model: string; text: string; voiceId: string }): z.input<Schema>;
}

/** The generators as lib/ sees them; generators/registry.ts provides it. */
export interface DefinitionRegistry {
  find(id: string): GeneratorDefinition | undefined;
  /** In the order of the navigation. */
  list(): readonly GeneratorDefinition[];
}

export interface InputCheckContext {
  userId: string;
  /** Epoch milliseconds. */
  nowMs: number;
  /** Of the connection that the request would go to. */
  profile: ServiceProfile;
  /** An asset of the person, or null; whether all are there is checked for every generator. */
  findAsset(assetId: string): Promise<StoredAsset | null>;
}

/** What is wrong with an input beyond its schema, for example inside a file that it refers to; empty when nothing is. */
export type InputCheck<Input = unknown> = (
  input: Input,
  context: InputCheckContext,
) => Promise<FieldProblem[]>;

/** What lib/generations knows of such checks; server/runners.server.ts provides it. Most generators have none. */
export interface InputCheckRegistry {
  load(generator: string): Promise<InputCheck | undefined>;
}
