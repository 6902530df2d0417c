import { afterEach, describe, expect, it } from "vitest";
import { pauseForOtherTabs } from "./other-tabs";
import { makePlayer, makeTrack } from "./testing/make-player";

describe("pauseForOtherTabs", () => {
  const leave: (() => void)[] = [];
  afterEach(() => leave.splice(0).forEach((each) => each()));

  function openTab() {
    const tab = makePlayer();
    leave.push(pauseForOtherTabs(tab.player));
    return tab;
  }
  function play(tab: ReturnType<typeof makePlayer>) {
    tab.player.playTrack(makeTrack("a"));
    tab.audio().arrive(10);
  }

  it("lets one tab play at a time", async () => {
    const [left, right] = [openTab(), openTab()];
    play(left);
    expect(left.state()).toBe("playing");
    play(right);
    await expect.poll(left.state).toBe("paused");
    expect(right.state()).toBe("playing");
    left.player.play();
    await expect.poll(right.state).toBe("paused");
    expect(left.state()).toBe("playing");
  });
});
