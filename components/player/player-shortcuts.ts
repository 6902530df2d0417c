/** The keys of the player, apart from it so that the list of shortcuts need not carry it. */
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
