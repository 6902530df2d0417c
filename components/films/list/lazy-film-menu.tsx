"use client";

import { lazy } from "react";

/** The menu of a film, fetched with its first use. */
export const FilmMenuContent = lazy(() => import("./film-menu"));
