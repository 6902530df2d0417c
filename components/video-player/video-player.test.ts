import { describe, expect, it } from "vitest";
import { ShownFrame } from "./video-player";

/** An element whose frames the test presents. */
class FramedVideo extends EventTarget {
  seeking = false;
  currentTime = 0;
  #callbacks = new Map<number, VideoFrameRequestCallback>();
  #lastHandle = 0;

  get awaited(): number {
    return this.#callbacks.size;
  }

  requestVideoFrameCallback(callback: VideoFrameRequestCallback): number {
    this.#lastHandle += 1;
    this.#callbacks.set(this.#lastHandle, callback);
    return this.#lastHandle;
  }

  cancelVideoFrameCallback(handle: number): void {
    this.#callbacks.delete(handle);
  }

  present(mediaTime: number): void {
    const callbacks = [...this.#callbacks.values()];
    this.#callbacks.clear();
    for (const callback of callbacks) callback(0, { mediaTime } as VideoFrameCallbackMetadata);
  }

  /** The event follows a moment later. */
  seek(seconds: number): void {
    this.seeking = true;
    this.currentTime = seconds;
  }

  fire(name: string): void {
    this.dispatchEvent(new Event(name));
  }
}

describe("ShownFrame", () => {
  it("reports the time of unevenly spaced frames", () => {
    const [video, shown] = [new FramedVideo(), new ShownFrame()];
    expect(shown.getSeconds()).toBeNull();
    shown.follow(video);
    expect(shown.getSeconds()).toBeNull();
    for (const seconds of [0, 0.04, 1.5, 1.52]) {
      video.present(seconds);
      expect(shown.getSeconds()).toBe(seconds);
    }
  });

  it("is null during a seek, until the new frame is shown", () => {
    const [video, shown] = [new FramedVideo(), new ShownFrame()];
    shown.follow(video);
    video.present(1);
    video.seek(3.3);
    video.fire("seeking");
    expect(shown.getSeconds()).toBeNull();
    video.seeking = false;
    expect(shown.getSeconds()).toBeNull();
    video.present(3.2);
    expect(shown.getSeconds()).toBe(3.2);
    video.fire("emptied");
    expect(shown.getSeconds()).toBeNull();
  });

  it("accepts a frame presented before the seeking event", () => {
    const [video, shown] = [new FramedVideo(), new ShownFrame()];
    shown.follow(video);
    video.seek(0.9);
    video.present(1);
    expect(shown.getSeconds()).toBeNull();
    video.fire("seeking");
    video.seeking = false;
    expect(shown.getSeconds()).toBe(1);
  });

  it("is null without browser support, and after the element is released", () => {
    const [video, shown] = [new FramedVideo(), new ShownFrame()];
    const leave = shown.follow(video);
    video.present(1);
    leave();
    expect(shown.getSeconds()).toBeNull();
    expect(video.awaited).toBe(0);
    shown.follow(Object.assign(new EventTarget(), { seeking: false, currentTime: 0 }));
    expect(shown.getSeconds()).toBeNull();
  });
});
