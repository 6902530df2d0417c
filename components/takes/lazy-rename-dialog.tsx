"use client";

import dynamic from "next/dynamic";

/** The rename dialog, fetched with the form parts when it is first opened. */
export const LazyRenameDialog = dynamic(
  () => import("./rename-dialog").then(({ RenameDialog }) => RenameDialog),
  {
    ssr: false,
  },
);
