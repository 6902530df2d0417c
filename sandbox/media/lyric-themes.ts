export type LyricTheme = ReturnType<typeof readTheme>;

/** Themes of songs in English; the last serves where a prompt names none. */
export const ENGLISH_THEMES: readonly LyricTheme[] = [
  readTheme(
    /\b(seas?\b|ocean|harbou?r|ship|sail|boat|shore|wave|tide|beach|island|lighthouse)/i,
    "Harbour Lights, Low Tide, The Keeper's Lamp",
    `Harbour lights are turning low / Every wave remembers where to go
    Salt is drying on the rope / Half of sailing's only hope
    Gulls are arguing at the quay / The fog comes in and sits with me
    I painted your name along the bow / The rain has made it softer now
    The tide will take what I let fall / And bring me back the sound of it all
    Lanterns swing and cables creak / The sea says more than I can speak
    lift: And the dark leans in / And the stars begin
    chorus: Oh, carry me over the water / Oh, follow the line of the shore / Leave a light on for the daughter / Who has never been here before
    chorus: Bring me in, bring me in on the morning / Bring me in when the storm has gone / I was lost till I heard you calling / Now I'm only as far as the dawn
    bridge: If the lighthouse blinks, then I blink too / Every seven seconds I'm next to you`,
  ),
  readTheme(
    /\b(city|street|neon|night|midnight|subway|taxi|urban|skyline|rooftop|late)/i,
    "Last Train Home, Neon Rain, Seventh Floor",
    `Neon writes on the wet concrete / I know your name by the sound of your feet
    The last train sighs and shuts its doors / Leaves us here on the hotel floors
    Taxi yellow, window blue / Every red light gives me you
    Someone sings on the seventh floor / I never heard that song before
    Coffee steam and a paper moon / All the good things close too soon
    We split the cost of a single dream / And watched it rise with the subway steam
    lift: Don't look down / We own this town
    chorus: Stay awake with me a little longer / Till the street sweepers hum their song / Every hour makes the night get stronger / And we were young here all along
    chorus: Oh, the lights, the lights are calling / Ten thousand windows wide / If we're going to be falling / Then fall on the brighter side
    bridge: And when the morning finds our coats / We'll leave the dark a thank-you note`,
  ),
  readTheme(
    /\b(road|drive|highway|travel|journey|train|leav|desert|country|wander|mile)/i,
    "Forty Miles, Map of Nowhere, Gravel and Gold",
    `Forty miles of yellow line / Half of it yours and half of it mine
    Gas station roses, instant tea / You drew the map and you folded me
    Dust on the dash from a dozen towns / All of the windows are halfway down
    The radio fades between two hills / One of us talks and the other one spills
    I sold my watch for a better view / It never told me the time with you
    The mountains hold the evening up / Gold in the bottom of a paper cup
    lift: And I don't know where / But I'm nearly there
    chorus: Roll on, roll on, with the sun behind / There's a porch light I mean to find / Every road that I ever ran / Turns around in the palm of your hand
    chorus: Drive till the dark runs out of sky / Drive till the questions don't ask why / We left in a hurry, we left in the rain / And I would leave with you again
    bridge: I thought that far was a place to be / It's only the distance from you to me`,
  ),
  readTheme(
    /./s,
    "The Door Ajar, Morning on Quiet Feet, What You Sang Me",
    `I left the door ajar for you / The hallway light is shining through
    Morning comes on quiet feet / Bread and thunder in the street
    You taught the garden how to wait / I oiled the hinges on the gate
    We hung the washing, counted stars / And gave new names to passing cars
    There's honey in the window pane / Your laughter drifting up the lane
    I kept your letter, lost the rest / The simplest line is still the best
    lift: And I know, I know / How the good things grow
    chorus: Stay till the stars have been counted / And sing what you sang me before / Every hill that I ever surmounted / Led me up to your open door
    chorus: Hold on to me, hold on to morning / Hold on to the little we know / Love never gives any warning / It only begins to grow
    bridge: And if the years should ask us why / We'll say we never thought to try`,
  ),
];

/** Themes of songs in Chinese; the last serves where a prompt names none. */
export const CHINESE_THEMES: readonly LyricTheme[] = [
  readTheme(
    /海|浪|船|港|岛|潮|沙滩|灯塔/,
    "晚潮, 灯塔, 海边的信",
    `港口的灯慢慢暗下去 / 海浪记得每一句话语
    你把名字写在沙滩上 / 潮水替我读了很多趟
    风从甲板吹到我身旁 / 带着一点盐和你的光
    缆绳在夜里轻轻地响 / 像谁在远方把歌轻唱
    三天以后雾散了方向 / 我在船头等一个晴朗
    灯塔每七秒眨一次眼 / 把黑暗剪成短短的线
    lift: 再靠近一点 / 就看见岸边
    chorus: 带我越过这片海洋 / 带我回到有你的地方 / 所有远行都会靠港 / 所有黑夜都会天亮
    chorus: 听啊听啊海在歌唱 / 唱着我们年少的模样 / 如果明天风平浪静 / 就把思念晒在船上
    bridge: 浪花碎了又再生长 / 我的心也是一样`,
  ),
  readTheme(
    /雨|雪|冬|秋|离别|分手|再见|忧|悲|伤|孤独|思念|想念|回忆/,
    "两把伞, 纸船, 漫长的十一月",
    `雨在玻璃上写了又擦 / 像没有寄出去的回答
    你的伞还靠在门边上 / 不知道要等谁的晴朗
    桌上还摆着两只茶杯 / 一只凉了一只没人陪
    落叶松手时没有声响 / 好像离开本来就这样
    纸船搁在窗台的水旁 / 载不动那么多的过往
    我穿你的外套去买糖 / 口袋里还有旧的车票一张
    lift: 没关系啊 / 都会好的吧
    chorus: 让雨落下直到雨停 / 让我把爱说给自己听 / 走散的人都有姓名 / 藏在每一颗星星
    chorus: 再见吧再见吧我的昨天 / 谢谢你来过我的身边 / 等到下一个晴朗冬天 / 我会笑着把你想念
    bridge: 有一天我会打开窗 / 让风替我去流浪`,
  ),
  readTheme(
    /./s,
    "留一扇门, 清晨的脚步, 夏天的风",
    `清晨踮着脚走过走廊 / 面包的香气飘满了房
    我为你留着半扇木窗 / 风铃替我说早安时光
    院子里的花学会等待 / 等一个夏天慢慢盛开
    我们把星星数到发困 / 给路过的云都起名字
    你笑的时候天就放晴 / 蝉声里都是你的声音
    一把旧椅子一棵苹果树 / 全世界都在这里停住
    lift: 慢慢地走 / 牵着你的手
    chorus: 唱给你听唱给风听 / 唱给这一路的好心情 / 翻过山岭越过繁星 / 你就是我要找的风景
    chorus: 抱紧我吧抱紧这清晨 / 抱紧这小小的永恒 / 爱从来不敲任何的门 / 它只是悄悄地发生
    bridge: 如果岁月问我们为何 / 就说只是刚好唱着歌`,
  ),
];

/** Reads couplets, two rhyming lines of which two make a verse, then named groups; a slash parts the lines. */
function readTheme(words: RegExp, titles: string, text: string) {
  const groups = text.split("\n").map((line) => {
    const [, name = "couplet", lines = ""] = /^\s*(?:(\w+): )?(.+)$/.exec(line) ?? [];
    return { name, lines: lines.split(" / ") };
  });
  const named = (name: string) => groups.filter((group) => group.name === name).map(({ lines }) => lines);
  return {
    words,
    titles: titles.split(", "),
    couplets: named("couplet"),
    lift: named("lift")[0] ?? [],
    choruses: named("chorus"),
    bridge: named("bridge")[0] ?? [],
  };
}
