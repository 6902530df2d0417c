/** The player's shortcuts, in a file that the list of shortcuts can import without the player. */
export const playerShortcuts = {
  playPause: "space",
  back: "shift+arrowleft",
  forward: "shift+arrowright",
  previous: "shift+p",
  next: "shift+n",
  mute: "shift+m",
  slower: "<",
  faster: ">",
  compare: "shift+b",
} as const;
