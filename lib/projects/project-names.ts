/** The colours of projects, by their names in the interface. */
export const projectColours = ["amber", "coral", "pink", "violet", "blue", "teal", "green", "grey"] as const;
export type ProjectColour = (typeof projectColours)[number];

/** What members of a project may do. */
export const memberRoles = ["view", "work"] as const;
export type MemberRole = (typeof memberRoles)[number];

export const projectRoles = ["owner", ...memberRoles] as const;
export type ProjectRole = (typeof projectRoles)[number];

/** The orders of the items of a project: as placed by hand, by when they were added, or by what they are called. */
export const projectItemSorts = ["order", "newest", "oldest", "title"] as const;
export type ProjectItemSort = (typeof projectItemSorts)[number];
