import { InputDisposedError, type VideoSample, VideoSampleSink } from "mediabunny";
import type { MediaFiles } from "../media-files";
import { type LoadPurpose, type PictureSource, type ShownPicture, SourceError } from "./shown-picture";
import type { VideoPicture, VideoPictures } from "./video-pictures";

/** Times in files are rounded: a frame that begins this much later is still the one that is meant. */
const toleranceSeconds = 0.000_5;
/** Pictures that wait here; mediabunny has up to eight frames more. */
const maxWaiting = 2;
/** What lies further ahead is sought, not decoded through. */
const maxThroughSeconds = 1.5;
/** How far playback may go on while a place is sought. */
const maxSoughtSeconds = 10;

/**
 * The pictures of a video by its own decoder: the last frame that has begun at a time, the first one before it, the last one
 * behind the end, as lib/films/render/video-reader.ts finds them.
 */
export class VideoSource implements PictureSource {
  readonly #secondsOf: (frame: number) => number;
  readonly #release: () => void;
  readonly #sink: Promise<VideoSampleSink>;
  #samples: AsyncGenerator<VideoSample, void, unknown> | undefined;
  readonly #pictures: VideoPictures;
  /** The picture that is shown, and those after it. */
  #current: VideoPicture | undefined;
  #waiting: VideoPicture[] = [];
  /** The time that was sought, and the earliest one that what is at hand shows. */
  #sought = Infinity;
  #from = Infinity;
  /** What was asked for last. */
  #wanted = 0;
  /** Whether no more is decoded than the picture of the time that was asked for, and that time once it is at hand. */
  #isAlone = false;
  #target = 0;
  #known: number | undefined;
  #isEnded = false;
  #isClosed = false;
  #fault: unknown;
  #isPumping = false;
  #changed = Promise.withResolvers<void>();
  /** Grows with each place that is sought, so that the pump of the one before ends. */
  #seeks = 0;

  constructor(
    address: string,
    secondsOf: (frame: number) => number,
    { files, pictures }: { files: MediaFiles; pictures: VideoPictures },
  ) {
    this.#secondsOf = secondsOf;
    this.#pictures = pictures;
    const { input, release } = files.open(address);
    this.#release = release;
    this.#sink = (async () => {
      const track = await input.getPrimaryVideoTrack();
      if (!track) throw new SourceError("unreadable");
      if (!(await track.canDecode())) throw new SourceError("unsupported");
      return new VideoSampleSink(track);
    })();
    // Told to whoever waits for a picture.
    this.#sink.catch(() => files.forget(address));
  }

  async load(frame: number, purpose: LoadPurpose): Promise<void> {
    const seconds = this.#secondsOf(frame);
    this.#wanted = seconds;
    for (;;) {
      if (this.#fault !== undefined) throw this.#fault as Error;
      if (this.#isClosed) return;
      const isExact = this.#findExact(seconds);
      if (isExact && purpose === "rest") return;
      const isSought = !isExact && !this.#isWithinReach(seconds);
      if (isSought) this.#seek(seconds);
      if (!this.#isPumping) this.#isAlone = isSought && purpose === "rest";
      this.#pump();
      if (isExact) return;
      await this.#changed.promise;
    }
  }

  take(frame: number): { picture: ShownPicture; isExact: boolean } | null {
    const seconds = this.#secondsOf(frame);
    this.#wanted = seconds;
    const isExact = this.#findExact(seconds);
    // During playback, a place that is sought again and again before it is reached would never be.
    const throughSeconds = this.#current ? maxThroughSeconds : maxSoughtSeconds;
    if (!isExact && !this.#isClosed && !this.#isWithinReach(seconds, throughSeconds)) this.#seek(seconds);
    if (!this.#isPumping) this.#isAlone = false;
    this.#pump();
    return this.#current ? { picture: this.#current, isExact } : null;
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
    this.#release();
    this.#wake();
  }

  /** Goes on to the picture of a time; whether it is at hand. */
  #findExact(seconds: number): boolean {
    const wanted = seconds + toleranceSeconds;
    while (this.#waiting[0] && (!this.#current || this.#waiting[0].timestamp <= wanted)) {
      this.#from = this.#current
        ? this.#waiting[0].timestamp
        : Math.min(this.#from, this.#waiting[0].timestamp);
      this.#current?.close();
      this.#current = this.#waiting.shift();
    }
    if (!this.#current || wanted < this.#from) return false;
    if (seconds === this.#known) return true;
    const { timestamp, duration } = this.#current;
    const isLasting = duration > 0 && wanted < timestamp + duration - 2 * toleranceSeconds;
    return isLasting || this.#waiting.length > 0 || this.#isEnded;
  }

  /** Whether going on leads to a time soon. */
  #isWithinReach(seconds: number, throughSeconds = maxThroughSeconds): boolean {
    const wanted = seconds + toleranceSeconds;
    const at = Math.max(this.#sought, this.#current?.timestamp ?? -Infinity);
    return wanted >= this.#from && (this.#isEnded || wanted - at < throughSeconds);
  }

  #seek(seconds: number): void {
    this.#drop();
    this.#isEnded = false;
    this.#target = seconds;
    this.#sought = Math.max(0, seconds) + toleranceSeconds;
    this.#from = this.#sought;
  }

  #drop(): void {
    this.#seeks += 1;
    // Frames on the way are closed by the iterator.
    void this.#samples?.return().catch(() => undefined);
    this.#samples = undefined;
    this.#current?.close();
    for (const picture of this.#waiting) picture.close();
    this.#current = undefined;
    this.#waiting = [];
    this.#known = undefined;
    this.#isPumping = false;
  }

  /** Reads pictures until enough wait. */
  #pump(): void {
    if (this.#isClosed || this.#isEnded || this.#fault !== undefined) return;
    if (this.#waiting.length >= maxWaiting) return;
    if (this.#isPumping) return;
    this.#isPumping = true;
    void this.#read(this.#seeks);
  }

  async #read(seeks: number): Promise<void> {
    try {
      const sink = await this.#sink;
      if (seeks !== this.#seeks || this.#isClosed) return;
      if (this.#isAlone) return await this.#readOne(sink, seeks);
      this.#samples ??= sink.samples(this.#sought);
      const samples = this.#samples;
      while (this.#waiting.length < maxWaiting) {
        const { value, done } = await samples.next();
        if (seeks !== this.#seeks || this.#isClosed) {
          if (value) value.close();
          return;
        }
        if (done || !value) {
          this.#isEnded = true;
          if (!this.#current && this.#waiting.length === 0) throw new SourceError("unreadable");
          break;
        }
        const picture = await this.#pictures.keep(value);
        if (seeks !== this.#seeks || this.#isClosed) return picture.close();
        this.#waiting.push(picture);
        // What is late is passed here: a page that draws seldom would otherwise never catch up.
        this.#findExact(this.#wanted);
        this.#wake();
      }
    } catch (error) {
      if (seeks !== this.#seeks || error instanceof InputDisposedError) return;
      this.#fault = error instanceof SourceError ? error : new SourceError("unreadable", { cause: error });
    } finally {
      if (seeks === this.#seeks) this.#isPumping = false;
      this.#wake();
    }
  }

  /** Decodes no further than to the time that is sought. */
  async #readOne(sink: VideoSampleSink, seeks: number): Promise<void> {
    this.#isAlone = false;
    const sample = await sink.getSample(this.#sought);
    // Before the first picture there is none: it is the first one of all.
    if (!sample) return;
    const picture = await this.#pictures.keep(sample);
    if (seeks !== this.#seeks || this.#isClosed) return picture.close();
    this.#current?.close();
    this.#current = picture;
    this.#from = Math.min(this.#from, picture.timestamp);
    this.#known = this.#target;
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
