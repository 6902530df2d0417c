import type { Completion } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { EditorTools } from "@/components/form/token-editor-view";
import {
  CAMERA_COMMAS,
  CAMERA_INSTRUCTIONS,
  type CameraInstruction,
} from "@/lib/service/contract/camera-instructions";
import { foldCameraName, readCameraNames, type CameraNames } from "./camera-names";
import { writeGroup } from "./camera-prompt";

interface CameraCompletionWords {
  /** The label of the list. */
  title: string;
  /** Names of instructions; the interface language comes first. */
  names: readonly [CameraNames, ...CameraNames[]];
}

/** The name being typed after an opening bracket, or after a comma in brackets. */
const openName = new RegExp(String.raw`\[(?:[^[\]\n]*[${CAMERA_COMMAS}])?[ \t]*([^[\]${CAMERA_COMMAS}\n]*)$`);
const nextComma = new RegExp(String.raw`^[ \t]*[${CAMERA_COMMAS}]`);

/**
 * Completes the names of the 15 camera instructions in brackets; Enter accepts, Escape dismisses. On the closing
 * bracket, known names become the instructions of the service, which undo reverts.
 */
export function createCameraCompletion(
  { title, names }: CameraCompletionWords,
  tools: EditorTools,
): Extension {
  return [
    tools.createNameCompletion({
      title,
      open: openName,
      replaces: "group",
      rowCount: 8,
      list: (typed) =>
        rankInstructions(typed, names).map((instruction): Completion => ({
          label: names[0][instruction],
          ...(names[0][instruction] === instruction ? {} : { detail: instruction }),
          apply: (view, completion, from, to) =>
            tools.writeCompletion(view, completion, { from, ...placeInstruction(view, { to, instruction }) }),
        })),
    }),
    tools.EditorView.inputHandler.of((view, from, to, text, insert) => {
      if (text !== "]") return false;
      const line = view.state.doc.lineAt(from);
      const open = /\[([^[\]]+)$/.exec(view.state.sliceDoc(line.from, from));
      const meant = open && readCameraNames(open[1] ?? "", names);
      const written = meant && writeGroup(meant);
      if (!open || !written || written === `${open[0]}]`) return false;
      view.dispatch(insert());
      const start = line.from + open.index;
      view.dispatch({
        changes: { from: start, to: from + text.length, insert: written },
        selection: { anchor: start + written.length },
        annotations: tools.isolateHistory.of("full"),
        userEvent: "input.complete",
      });
      return true;
    }),
  ];
}

/** Instructions with a name that starts with the typed text, then those with a name that contains it. */
export function rankInstructions(typed: string, names: readonly CameraNames[]): CameraInstruction[] {
  const wanted = foldCameraName(typed);
  const namesOf = (instruction: CameraInstruction) =>
    [instruction, ...names.map((each) => each[instruction])].map(foldCameraName);
  const begins = CAMERA_INSTRUCTIONS.filter((each) => namesOf(each).some((name) => name.startsWith(wanted)));
  const others = CAMERA_INSTRUCTIONS.filter(
    (each) => !begins.includes(each) && namesOf(each).some((name) => name.includes(wanted)),
  );
  return [...begins, ...others];
}

/** What replaces the typed text: the instruction, which closes its brackets. */
function placeInstruction(
  view: EditorView,
  { to, instruction }: { to: number; instruction: CameraInstruction },
): { to: number; insert: string } {
  const line = view.state.doc.lineAt(to);
  const rest = view.state.sliceDoc(to, line.to);
  const closing = rest.startsWith("]") ? 1 : 0;
  return { to: to + closing, insert: nextComma.test(rest) ? instruction : `${instruction}]` };
}
