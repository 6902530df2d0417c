import { SeededRandom } from "../random.ts";

/** How the camera looks at the first frame: moved by shares of its width and height, zoomed, and turned by radians. */
export interface CameraView {
  x: number;
  y: number;
  /** 1 shows the whole first frame, 2 half of its width. */
  zoom: number;
  angle: number;
}

/** What one instruction adds to the view, from 0 to 1 of its time; `seconds` from its beginning. */
type Move = (progress: number, seconds: number) => Partial<CameraView>;

/** Bounds that keep the camera near the picture, however many instructions there are. */
const FARTHEST = 0.75;
const SMALLEST_ZOOM = 0.5;
const LARGEST_ZOOM = 4;

const ease = (progress: number) => progress * progress * (3 - 2 * progress);
/** Comes in and goes out, so that the move leaves the view where it found it. */
const swell = (progress: number) => Math.min(1, 8 * progress, 8 * (1 - progress));

/**
 * service.md "Camera-control instructions". A truck moves at an even pace and less far than a pan, which swings; a push
 * comes closer at an even pace, a zoom at an even ratio.
 */
const MOVES: Readonly<Record<string, Move>> = {
  左移: (progress) => ({ x: -0.15 * progress }),
  右移: (progress) => ({ x: 0.15 * progress }),
  左摇: (progress) => ({ x: -0.2 * ease(progress), angle: -0.02 * Math.sin(Math.PI * progress) }),
  右摇: (progress) => ({ x: 0.2 * ease(progress), angle: 0.02 * Math.sin(Math.PI * progress) }),
  推进: (progress) => ({ zoom: 1 + 0.35 * progress }),
  拉远: (progress) => ({ zoom: 1 / (1 + 0.35 * progress) }),
  上升: (progress) => ({ y: -0.15 * progress }),
  下降: (progress) => ({ y: 0.15 * progress }),
  上摇: (progress) => ({ y: -0.2 * ease(progress) }),
  下摇: (progress) => ({ y: 0.2 * ease(progress) }),
  变焦推近: (progress) => ({ zoom: 1.6 ** ease(progress) }),
  变焦拉远: (progress) => ({ zoom: 1.6 ** -ease(progress) }),
  晃动: (progress, seconds) => ({
    x: swell(progress) * (0.008 * Math.sin(seconds * 9.1) + 0.005 * Math.sin(seconds * 23.7)),
    y: swell(progress) * (0.01 * Math.sin(seconds * 11.3) + 0.006 * Math.sin(seconds * 19.1)),
    angle: swell(progress) * 0.008 * Math.sin(seconds * 7.7),
    zoom: 1 + 0.03 * swell(progress),
  }),
  跟随: (progress, seconds) => ({
    x: 0.12 * progress,
    y: swell(progress) * 0.006 * Math.sin(seconds * 4.2),
    zoom: 1 + 0.08 * progress,
  }),
  固定: () => ({}),
};

/** How a take is filmed: how far each move goes, and where a shot without instructions drifts, in radians. */
interface CameraManner {
  extent: number;
  heading: number;
}

const PLAIN: CameraManner = { extent: 1, heading: 0 };

/** The manner of a take; the plain one where takes are to be the same. */
export function chooseManner(take: number | undefined): CameraManner {
  if (take === undefined) return PLAIN;
  const random = new SeededRandom(`camera ${take}`);
  return { extent: random.between(0.75, 1.25), heading: random.between(0, 2 * Math.PI) };
}

/** A shot without instructions zooms and drifts a little, so that it visibly moves. */
function breathe(progress: number, heading: number): Partial<CameraView> {
  return {
    zoom: 1 + 0.06 * ease(progress),
    x: 0.015 * Math.cos(heading) * progress,
    y: 0.015 * Math.sin(heading) * progress,
  };
}

/** The groups of known instructions of a prompt, in their order (service.md "Camera-control instructions" 1 and 2), parted by its comma. */
export function findCameraGroups(prompt: string): string[][] {
  return [...prompt.matchAll(/\[([^[\]]+)\]/g)].flatMap(([, inside = ""]) => {
    const names = inside.split(",").map((name) => name.trim());
    return names.every((name) => Object.hasOwn(MOVES, name)) ? [names] : [];
  });
}

/**
 * The view at a moment of a shot. Instructions of one group apply together, groups one after another in equal shares
 * of the time, each from where the one before ended.
 */
export function viewAt(
  groups: readonly (readonly string[])[],
  seconds: number,
  durationSeconds: number,
  { extent, heading }: CameraManner = PLAIN,
): CameraView {
  const progress = clamp(seconds / durationSeconds, 0, 1);
  const view = { x: 0, y: 0, zoom: 1, angle: 0 };
  const apply = ({ x = 0, y = 0, zoom = 1, angle = 0 }: Partial<CameraView>) => {
    view.x += x * extent;
    view.y += y * extent;
    view.zoom *= zoom ** extent;
    view.angle += angle * extent;
  };
  if (groups.length === 0) apply(breathe(progress, heading));
  for (const [place, names] of groups.entries()) {
    const share = clamp(progress * groups.length - place, 0, 1);
    const groupSeconds = (share * durationSeconds) / groups.length;
    if (share > 0) for (const name of names) apply(MOVES[name]?.(share, groupSeconds) ?? {});
  }
  return {
    x: clamp(view.x, -FARTHEST, FARTHEST),
    y: clamp(view.y, -FARTHEST, FARTHEST),
    zoom: clamp(view.zoom, SMALLEST_ZOOM, LARGEST_ZOOM),
    angle: view.angle,
  };
}

function clamp(value: number, from: number, to: number): number {
  return Math.min(Math.max(value, from), to);
}
