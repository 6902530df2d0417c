"use client";

import { createContext } from "react";
import type { FieldProblem } from "@/lib/errors/studio-error";

/** What the fields of a form say when it is filled, for example that a file of a preset is gone. */
export const StartProblemsContext = createContext<readonly FieldProblem[] | undefined>(undefined);
