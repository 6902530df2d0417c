"use client";

import { FetchedPart } from "@/components/ui/fetched-part";
import type { TokenAdviceProps } from "./token-advice";

const load = () => import("./token-advice");

/** Tokens that are probably mistyped, fetched with the first one. */
export function LazyTokenAdvice(props: TokenAdviceProps) {
  return props.view.advised.length > 0 ? <FetchedPart load={load} props={props} /> : null;
}
