import { UnpackError } from "./unpack-error";

const maxPathLength = 1_000;

/**
 * The name of a member as a relative path with `/`. Throws UnpackError `unsafe-path` for one that leads out of the
 * archive (`..`, an absolute path, a drive), holds control characters or says nothing: an archive with such a name is
 * not what it pretends to be.
 */
export function toMemberPath(name: string): string {
  const segments = name.replaceAll("\\", "/").split("/");
  const path = segments.filter((segment, index) => segment !== "." && !(segment === "" && index > 0));
  const unsafe =
    path.length === 0 ||
    path[0] === "" ||
    path.includes("..") ||
    /^[a-z]:/i.test(path[0] ?? "") ||
    name.length > maxPathLength ||
    /[\p{Cc}\p{Cs}]/u.test(name);
  if (unsafe) throw new UnpackError("unsafe-path", { memberName: name });
  return path.join("/");
}
