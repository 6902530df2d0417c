import type { LyricTheme } from "./lyric-theme.ts";

/** What songs in English are about; the last one serves where a prompt names no theme. */
export const ENGLISH_THEMES: readonly [LyricTheme, ...LyricTheme[]] = [
  {
    words: /\b(seas?\b|ocean|harbou?r|ship|sail|boat|shore|wave|tide|beach|island|lighthouse)/i,
    titles: ["Harbour Lights", "Low Tide", "The Keeper's Lamp"],
    couplets: [
      ["Harbour lights are turning low", "Every wave remembers where to go"],
      ["Salt is drying on the rope", "Half of sailing's only hope"],
      ["Gulls are arguing at the quay", "The fog comes in and sits with me"],
      ["I painted your name along the bow", "The rain has made it softer now"],
      ["The tide will take what I let fall", "And bring me back the sound of it all"],
      ["Lanterns swing and cables creak", "The sea says more than I can speak"],
      ["Three days out the wind went still", "I hear you breathing, always will"],
    ],
    lift: ["And the dark leans in", "And the stars begin"],
    choruses: [
      [
        "Oh, carry me over the water",
        "Oh, follow the line of the shore",
        "Leave a light on for the daughter",
        "Who has never been here before",
      ],
      [
        "Bring me in, bring me in on the morning",
        "Bring me in when the storm has gone",
        "I was lost till I heard you calling",
        "Now I'm only as far as the dawn",
      ],
    ],
    bridge: ["If the lighthouse blinks, then I blink too", "Every seven seconds I'm next to you"],
  },
  {
    words: /\b(city|street|neon|night|midnight|subway|taxi|urban|skyline|rooftop|late)/i,
    titles: ["Last Train Home", "Neon Rain", "Seventh Floor"],
    couplets: [
      ["Neon writes on the wet concrete", "I know your name by the sound of your feet"],
      ["The last train sighs and shuts its doors", "Leaves us here on the hotel floors"],
      ["Taxi yellow, window blue", "Every red light gives me you"],
      ["Someone sings on the seventh floor", "I never heard that song before"],
      ["Coffee steam and a paper moon", "All the good things close too soon"],
      ["We split the cost of a single dream", "And watched it rise with the subway steam"],
      ["The city hums in a minor key", "It keeps the tune that you gave to me"],
    ],
    lift: ["Don't look down", "We own this town"],
    choruses: [
      [
        "Stay awake with me a little longer",
        "Till the street sweepers hum their song",
        "Every hour makes the night get stronger",
        "And we were young here all along",
      ],
      [
        "Oh, the lights, the lights are calling",
        "Ten thousand windows wide",
        "If we're going to be falling",
        "Then fall on the brighter side",
      ],
    ],
    bridge: ["And when the morning finds our coats", "We'll leave the dark a thank-you note"],
  },
  {
    words: /\b(road|drive|highway|travel|journey|train|leav|desert|country|wander|mile)/i,
    titles: ["Forty Miles", "Map of Nowhere", "Gravel and Gold"],
    couplets: [
      ["Forty miles of yellow line", "Half of it yours and half of it mine"],
      ["Gas station roses, instant tea", "You drew the map and you folded me"],
      ["Dust on the dash from a dozen towns", "All of the windows are halfway down"],
      ["The radio fades between two hills", "One of us talks and the other one spills"],
      ["I sold my watch for a better view", "It never told me the time with you"],
      ["The mountains hold the evening up", "Gold in the bottom of a paper cup"],
      ["Telephone poles go counting past", "Nothing this slow ever felt so fast"],
    ],
    lift: ["And I don't know where", "But I'm nearly there"],
    choruses: [
      [
        "Roll on, roll on, with the sun behind",
        "There's a porch light I mean to find",
        "Every road that I ever ran",
        "Turns around in the palm of your hand",
      ],
      [
        "Drive till the dark runs out of sky",
        "Drive till the questions don't ask why",
        "We left in a hurry, we left in the rain",
        "And I would leave with you again",
      ],
    ],
    bridge: ["I thought that far was a place to be", "It's only the distance from you to me"],
  },
  {
    words:
      /\b(rain|storm|winter|snow|cold|autumn|grey|cloud|lonel|sad|melanchol|miss|goodbye|lost|heartbreak)/i,
    titles: ["Paper Boats", "The Long November", "Two Umbrellas"],
    couplets: [
      ["Rain is writing on the glass", "Trains go by and let me pass"],
      ["Your umbrella by the door", "Doesn't know what it's waiting for"],
      ["I set the table out for two", "My hands still do what they used to do"],
      ["The kettle sings a note or two", "The second note belongs to you"],
      ["Leaves let go without a sound", "They make it look like coming down"],
      ["I wear your coat to the corner store", "It doesn't smell like you any more"],
      ["Paper boats along the sill", "All the world is holding still"],
    ],
    lift: ["And it's fine, it's fine", "Most of the time"],
    choruses: [
      [
        "Let it rain, let it rain till it's over",
        "Let it wash every word that I said",
        "I have carried the cold on my shoulder",
        "I would carry you home instead",
      ],
      [
        "Nothing is lost if you keep it",
        "Nothing is gone if you call",
        "There's a room in the house that we sleep in",
        "Where the rain never falls at all",
      ],
    ],
    bridge: ["One day I'll open the window wide", "And let the weather come inside"],
  },
  {
    words: /\b(danc|party|summer|sun|happy|joy|club|disco|bright|upbeat|celebrat|fire|energ)/i,
    titles: ["Louder Than the Sun", "Barefoot", "Turn It Gold"],
    couplets: [
      ["Kick your shoes off, leave them there", "Summer's tangled in your hair"],
      ["Strawberry lemonade and a borrowed car", "Nobody asking us who we are"],
      ["Speakers out on the window ledge", "Your heart and mine on the very edge"],
      ["Clap your hands till the streetlight shakes", "I'll make whatever mistake you make"],
      ["Seven friends and a single song", "We know the words but we sing them wrong"],
      ["The floor is sand and the roof is sky", "Nobody here needs a reason why"],
      ["Turn it up till the neighbours dance", "Give every shadow a second chance"],
    ],
    lift: ["Wait for it, wait for it", "Here comes the good of it"],
    choruses: [
      [
        "Hey, we're louder than the sun tonight",
        "Hey, we're never going home",
        "Every heartbeat is a neon light",
        "And nobody dances alone",
      ],
      [
        "Turn it gold, turn it all to gold",
        "Every minute that we hold",
        "We'll be young until we're told",
        "Turn it, turn it all to gold",
      ],
    ],
    bridge: ["Slow it down, let me catch my breath", "One more chorus and nothing left"],
  },
  {
    words: /./s,
    titles: ["The Door Ajar", "Morning on Quiet Feet", "What You Sang Me"],
    couplets: [
      ["I left the door ajar for you", "The hallway light is shining through"],
      ["Morning comes on quiet feet", "Bread and thunder in the street"],
      ["You taught the garden how to wait", "I oiled the hinges on the gate"],
      ["We hung the washing, counted stars", "And gave new names to passing cars"],
      ["There's honey in the window pane", "Your laughter drifting up the lane"],
      ["I kept your letter, lost the rest", "The simplest line is still the best"],
      ["An apple tree, a kitchen chair", "The whole wide world can meet us there"],
    ],
    lift: ["And I know, I know", "How the good things grow"],
    choruses: [
      [
        "Stay till the stars have been counted",
        "And sing what you sang me before",
        "Every hill that I ever surmounted",
        "Led me up to your open door",
      ],
      [
        "Hold on to me, hold on to morning",
        "Hold on to the little we know",
        "Love never gives any warning",
        "It only begins to grow",
      ],
    ],
    bridge: ["And if the years should ask us why", "We'll say we never thought to try"],
  },
];
