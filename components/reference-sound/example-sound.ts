/**
 * Stands in examples for the short song that comes with the studio. The address itself leads nowhere (RFC 2606): a form
 * that is filled with it brings the song into the library and covers that, so an example works with every service.
 */
export const exampleSoundUrl = "https://example.com/reverie/harbour-waltz.mp3";

/** Where the studio has it, below its own address. */
export const exampleSoundPath = "/sounds/harbour-waltz.mp3";
