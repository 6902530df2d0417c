import { afterEach, describe, expect, it, vi } from "vitest";
import { sendLink } from "./send-link";

const link = { title: "Harbour", url: "http://studio.test/s/share_x" };

function stubNavigator(share: () => Promise<void>, writeText: () => Promise<void>) {
  const navigator = { share: vi.fn(share), clipboard: { writeText: vi.fn(writeText) } };
  vi.stubGlobal("navigator", navigator);
  return navigator;
}

const succeed = () => Promise.resolve();
const refuse = (name: string) => () => Promise.reject(new DOMException("refused", name));

describe("sendLink", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("opens the system's dialog with title and address", async () => {
    const { share, clipboard } = stubNavigator(succeed, succeed);
    expect(await sendLink(link)).toBe("sent");
    expect(share).toHaveBeenCalledExactlyOnceWith(link);
    expect(clipboard.writeText).not.toHaveBeenCalled();
  });

  it("does nothing more when the person closes that dialog", async () => {
    const { clipboard } = stubNavigator(refuse("AbortError"), succeed);
    expect(await sendLink(link)).toBe("closed");
    expect(clipboard.writeText).not.toHaveBeenCalled();
  });

  it("copies the link where the system refuses", async () => {
    const { clipboard } = stubNavigator(refuse("NotAllowedError"), succeed);
    expect(await sendLink(link)).toBe("copied");
    expect(clipboard.writeText).toHaveBeenCalledExactlyOnceWith(link.url);
  });
});
