import { createPlanes, type Plane, type Planes } from "./planes";

/** A picture turned clockwise by a number of degrees: phones write how they were held instead of turning pictures. */
export function turnPlanes(picture: Planes, degrees: number): Planes {
  const quarters = ((degrees / 90) % 4) as 0 | 1 | 2 | 3;
  if (quarters === 0) return picture;
  const { width, height } = picture;
  const turned = quarters === 2 ? createPlanes(width, height) : createPlanes(height, width);
  for (const [index, plane] of turned.planes.entries()) turnPlane(picture.planes[index]!, plane, quarters);
  return turned;
}

function turnPlane(source: Plane, target: Plane, quarters: 1 | 2 | 3): void {
  for (let y = 0; y < target.height; y += 1) {
    for (let x = 0; x < target.width; x += 1) {
      const [fromX, fromY] = findOrigin(source, x, y, quarters);
      target.data[target.offset + y * target.stride + x] =
        source.data[source.offset + fromY * source.stride + fromX]!;
    }
  }
}

function findOrigin({ width, height }: Plane, x: number, y: number, quarters: 1 | 2 | 3): [number, number] {
  if (quarters === 1) return [y, height - 1 - x];
  if (quarters === 2) return [width - 1 - x, height - 1 - y];
  return [width - 1 - y, x];
}
