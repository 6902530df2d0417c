/**
 * What wavesurfer.js gets as its media element. It only tells where a track is heard: the one audio element, its source
 * and its streams stay the player's, and nothing can be played, downloaded or cleared through a wave.
 */
export class WaveMedia extends EventTarget {
  readonly src = "";
  readonly currentSrc = "";
  /** Unknown here, so that wavesurfer.js takes the length that comes with the peaks. */
  readonly duration = NaN;
  /** Always: a wave that thinks it plays runs a frame loop of its own, and the player has one for all. */
  readonly paused = true;
  readonly ended = false;
  readonly seeking = false;
  readonly readyState = 4;
  readonly volume = 1;
  readonly muted = false;
  readonly playbackRate = 1;
  #seconds = 0;

  get currentTime(): number {
    return this.#seconds;
  }

  /** Moves the wave to a position. Costs nothing where that is where it stands. */
  moveTo(seconds: number): void {
    if (seconds === this.#seconds) return;
    this.#seconds = seconds;
    this.announce();
  }

  /** Makes the wave draw its position anew, for example when its length has changed. */
  announce(): void {
    this.dispatchEvent(new Event("timeupdate"));
  }
}
