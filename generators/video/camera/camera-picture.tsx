import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import type { CameraInstruction } from "@/lib/service/contract/camera-instructions";
import styles from "./camera-picture.module.css";

const moves: Record<CameraInstruction, string | undefined> = {
  左移: styles.truckLeft,
  右移: styles.truckRight,
  左摇: styles.panLeft,
  右摇: styles.panRight,
  推进: styles.pushIn,
  拉远: styles.pullOut,
  上升: styles.rise,
  下降: styles.sink,
  上摇: styles.tiltUp,
  下摇: styles.tiltDown,
  变焦推近: styles.zoomIn,
  变焦拉远: styles.zoomOut,
  晃动: styles.shake,
  跟随: styles.follow,
  固定: styles.still,
};

/**
 * Animates simultaneous camera instructions, unless reduced motion is preferred. Hidden from screen readers, since the
 * text beside it says the same.
 */
export function CameraPicture({ instructions }: { instructions: readonly CameraInstruction[] }) {
  return (
    <span aria-hidden className={classNames(styles.picture, "bg-ground text-hue")}>
      <Layer instructions={instructions} className={styles.far}>
        <svg viewBox="0 0 180 180" preserveAspectRatio="xMidYMid slice">
          <rect width="180" height="180" fill="currentColor" opacity="0.16" />
          <circle cx="112" cy="78" r="8" fill="currentColor" opacity="0.55" />
          <path
            d="M0 100 L22 80 L44 96 L70 72 L96 98 L120 84 L146 100 L180 82 V180 H0 Z"
            fill="currentColor"
            opacity="0.28"
          />
        </svg>
      </Layer>
      <Layer instructions={instructions} className={styles.near}>
        <svg viewBox="0 0 180 180" preserveAspectRatio="xMidYMid slice">
          <path d="M0 112 Q45 104 90 111 T180 110 V180 H0 Z" fill="currentColor" opacity="0.5" />
          <path d="M84 110 v-15 l7 -6 l7 6 v15 Z" fill="currentColor" />
          <path d="M56 111 v-7 m0 0 l-5 2 l5 -13 l5 13 Z" fill="currentColor" stroke="currentColor" />
          <path d="M126 111 v-7 m0 0 l-5 2 l5 -13 l5 13 Z" fill="currentColor" stroke="currentColor" />
        </svg>
      </Layer>
    </span>
  );
}

function Layer({
  instructions,
  className,
  children,
}: {
  instructions: readonly CameraInstruction[];
  className: string | undefined;
  children: ReactNode;
}) {
  const moved = instructions.reduce<ReactNode>(
    (inner, instruction) => <span className={classNames(styles.move, moves[instruction])}>{inner}</span>,
    children,
  );
  return <span className={classNames(styles.layer, className)}>{moved}</span>;
}
