import { describe, expect, it, vi } from "vitest";
import { FormState, type Registration, type Resolver } from "./form-state";

interface Values {
  prompt: string;
  count: number;
  tone?: { speed: number } | undefined;
}

/** A prompt is required, and counts start at 1. */
const resolve: Resolver<Values, Values> = (values) =>
  Promise.resolve(
    values.prompt !== "" && values.count >= 1
      ? { isValid: true, output: values }
      : {
          isValid: false,
          errors: {
            ...(values.prompt === "" ? { prompt: { message: "Required." } } : {}),
            ...(values.count < 1 ? { count: { message: "At least 1." } } : {}),
          },
        },
  );

const openForm = (values: Partial<Values> = {}) =>
  new FormState<Values>({ prompt: "", count: 1, ...values }, resolve);

/** What a form needs of an element. */
function makeElement(type: string, value = "") {
  const element = { type, value, checked: false };
  return element as unknown as HTMLInputElement & { checked: boolean };
}

const attach = ({ ref }: Registration, element: HTMLInputElement) => ref(element);

describe("a field", () => {
  it("is checked when it is left, and then on each change", async () => {
    const form = openForm({ prompt: "A lighthouse" });
    await form.enter("prompt", "");
    expect(form.getSnapshot().errors).toEqual({});
    await form.leave("prompt");
    expect(form.getSnapshot().errors).toEqual({ prompt: { message: "Required." } });
    await form.enter("prompt", "A boat");
    expect(form.getSnapshot().errors).toEqual({});
  });

  it("shows no problem of another field", async () => {
    const form = openForm({ count: 0 });
    await form.leave("prompt");
    expect(form.getSnapshot().errors).toEqual({ prompt: { message: "Required." } });
  });

  it("keeps a problem that the server found until it is checked again", async () => {
    const form = openForm({ prompt: "A lighthouse" });
    form.setError("tone.speed", { message: "From 0.5 to 2." });
    form.setValue("tone", { speed: 1 });
    expect(form.getSnapshot().errors).toEqual({ tone: { speed: { message: "From 0.5 to 2." } } });
    await form.check(["tone"]);
    expect(form.getSnapshot().errors).toEqual({});
  });

  it("takes no problem of a value that has changed since", async () => {
    const form = openForm();
    const check = form.leave("prompt");
    form.setValue("prompt", "A lighthouse");
    await check;
    expect(form.getSnapshot().errors).toEqual({});
  });

  it("tells what renders it of each change, and of none that changes nothing", () => {
    const form = openForm();
    const listener = vi.fn();
    const unsubscribe = form.subscribe(listener);
    form.setValue("count", 1);
    expect(listener).not.toHaveBeenCalled();
    form.setValue("count", 2);
    expect(listener).toHaveBeenCalledOnce();
    unsubscribe();
    form.setValue("count", 3);
    expect(listener).toHaveBeenCalledOnce();
  });
});

describe("a submission", () => {
  it("shows every problem, passes nothing on, and checks on each change from then on", async () => {
    const form = openForm({ count: 0 });
    const onValid = vi.fn();
    const onInvalid = vi.fn();
    vi.stubGlobal("setTimeout", vi.fn());
    await form.submit(onValid, onInvalid);
    const errors = { prompt: { message: "Required." }, count: { message: "At least 1." } };
    expect(onValid).not.toHaveBeenCalled();
    expect(onInvalid).toHaveBeenCalledWith(errors);
    expect(form.getSnapshot()).toMatchObject({ errors, isSubmitted: true, isSubmitSuccessful: false });
    await form.enter("count", 3);
    expect(form.getSnapshot().errors).toEqual({ prompt: { message: "Required." } });
  });

  it("passes valid values on, pending until they are handled", async () => {
    const form = openForm({ prompt: "A lighthouse" });
    const handled = Promise.withResolvers<void>();
    const onValid = vi.fn(() => handled.promise);
    const submission = form.submit(onValid);
    expect(form.getSnapshot().isSubmitting).toBe(true);
    handled.resolve();
    await submission;
    expect(onValid).toHaveBeenCalledWith({ prompt: "A lighthouse", count: 1 });
    expect(form.getSnapshot()).toMatchObject({ isSubmitting: false, isSubmitSuccessful: true });
  });

  it("is not successful if handling it shows a problem, or throws", async () => {
    const form = openForm({ prompt: "A lighthouse" });
    await form.submit(() => form.setError("prompt", { message: "Blocked." }));
    expect(form.getSnapshot()).toMatchObject({ isSubmitted: true, isSubmitSuccessful: false });
    const thrown = form.submit(() => Promise.reject(new Error("no")));
    await expect(thrown).rejects.toThrow("no");
    expect(form.getSnapshot()).toMatchObject({ isSubmitting: false, isSubmitSuccessful: false });
  });
});

describe("reset", () => {
  it("returns to the first values without problems, as if nothing had been submitted", async () => {
    const form = openForm({ prompt: "A lighthouse" });
    await form.submit(() => undefined);
    await form.enter("prompt", "");
    expect(form.isDirty).toBe(true);
    form.reset();
    expect(form.isDirty).toBe(false);
    expect(form.getSnapshot()).toMatchObject({
      values: { prompt: "A lighthouse" },
      errors: {},
      isSubmitted: false,
    });
  });

  it("takes given values as the first ones, unless those are kept", () => {
    const form = openForm();
    form.reset({ prompt: "A boat", count: 2 });
    expect(form.isDirty).toBe(false);
    form.reset({ prompt: "A pier", count: 2 }, { keepDefaults: true });
    expect(form.isDirty).toBe(true);
  });
});

describe("a registered element", () => {
  it("shows the value, and gives its text as the person types", () => {
    const form = openForm({ prompt: "A lighthouse" });
    const element = makeElement("text");
    const registration = form.register("prompt");
    const detach = attach(registration, element);
    expect(element.value).toBe("A lighthouse");
    element.value = "A boat";
    registration.onChange({ target: element });
    expect(form.getSnapshot().values.prompt).toBe("A boat");
    form.reset();
    expect(element.value).toBe("A lighthouse");
    expect(form.isRemoved("prompt")).toBe(false);
    detach?.();
    expect(form.isRemoved("prompt")).toBe(true);
  });

  it("keeps text as typed, whatever value it has", () => {
    const form = openForm();
    const element = makeElement("number");
    const registration = form.register("count", { setValueAs: Number });
    attach(registration, element);
    element.value = "2.";
    registration.onChange({ target: element });
    expect(form.getSnapshot().values.count).toBe(2);
    expect(element.value).toBe("2.");
  });

  it("gives text that was typed before hydration", () => {
    const form = openForm();
    const element = makeElement("password", "typed early");
    attach(form.register("prompt"), element);
    expect(element.value).toBe("typed early");
    expect(form.getSnapshot().values.prompt).toBe("typed early");
  });

  it("is checked among radio buttons where it has the value", () => {
    const form = openForm({ prompt: "b" });
    const buttons = ["a", "b"].map((value) => makeElement("radio", value));
    const registration = form.register("prompt");
    for (const button of buttons) attach(registration, button);
    expect(buttons.map(({ checked }) => checked)).toEqual([false, true]);
    registration.onChange({ target: buttons[0]! });
    expect(form.getSnapshot().values.prompt).toBe("a");
  });
});
