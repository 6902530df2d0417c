import type { Completion } from "@codemirror/autocomplete";
import { isolateHistory } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { createNameCompletion, writeCompletion } from "@/components/form/name-completion";
import {
  CAMERA_COMMAS,
  CAMERA_INSTRUCTIONS,
  type CameraInstruction,
} from "@/lib/service/contract/video-modes";
import { foldCameraName, readCameraNames, type CameraNames } from "./camera-names";
import { writeGroup } from "./camera-prompt";

interface CameraCompletionWords {
  /** Names the list. */
  title: string;
  /** What instructions may be called; the first are those of the person's language. */
  names: readonly [CameraNames, ...CameraNames[]];
}

/** The name that is being typed: behind an opening bracket, or behind a comma within one. */
const openName = new RegExp(String.raw`\[(?:[^[\]\n]*[${CAMERA_COMMAS}])?[ \t]*([^[\]${CAMERA_COMMAS}\n]*)$`);
/** A comma comes next. */
const nextComma = new RegExp(String.raw`^[ \t]*[${CAMERA_COMMAS}]`);

/**
 * Offers the 15 camera instructions by their names while one is typed within brackets; Enter takes one, Escape none. A
 * group that is closed with names that people use becomes the service's words, as a step that undo takes back.
 */
export function createCameraCompletion({ title, names }: CameraCompletionWords): Extension {
  return [
    createNameCompletion({
      title,
      open: openName,
      replaces: "group",
      rowCount: 8,
      list: (typed) =>
        rankInstructions(typed, names).map((instruction): Completion => ({
          label: names[0][instruction],
          ...(names[0][instruction] === instruction ? {} : { detail: instruction }),
          apply: (view, completion, from, to) =>
            writeInstruction(view, completion, { from, to, instruction }),
        })),
    }),
    EditorView.inputHandler.of((view, from, to, text, insert) => {
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
        annotations: isolateHistory.of("full"),
        userEvent: "input.complete",
      });
      return true;
    }),
  ];
}

/** Those with a name that begins with what was typed, then those that have it elsewhere in one. */
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

/** The service's word in place of what was typed, and the caret behind the closing bracket. */
function writeInstruction(
  view: EditorView,
  completion: Completion,
  { from, to, instruction }: { from: number; to: number; instruction: CameraInstruction },
): void {
  const line = view.state.doc.lineAt(to);
  const rest = view.state.sliceDoc(to, line.to);
  const closing = rest.startsWith("]") ? 1 : 0;
  const insert = nextComma.test(rest) ? instruction : `${instruction}]`;
  writeCompletion(view, completion, { from, to: to + closing, insert });
}
