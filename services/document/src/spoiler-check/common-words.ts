/**
 * Words that are no names, folded: English stop words, common ones of titles and of games, and endings of files. Kept small: whatever
 * readers see anywhere is known to them, and so is most of a language before long.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `a able about above across after again against all almost along already also although always am among an and another any
  anyone anything are around as at away back be became because become been before began begin behind being below beneath beside
  best better between beyond big both bring but by call came can cannot close come could day days dead did do does done down
  during each early eight either else end enough even ever every everyone everything far few find first five for found four from
  front full gave get give go goes going gone good got great had half hand hands has have he head her here hers herself high him
  himself his hold how however i if in inside into is it its itself just keep kept know known large last late least left less let
  life like little long look made make many may me mean men might mine more most much must my myself near never new next night nine
  no none nor not nothing now of off often old on once one only open or other others our ours out outside over own part place
  point put quite rather ready right room round same saw say says second see seen seven several she should side since six small so
  some someone something soon still such take taken tell ten than that the their theirs them themselves then there these they thing
  things third this those though three through time times to today together told too toward towards turn two under until up upon us
  use used very was water way we well went were what when where whether which while who whole whom whose why will with within
  without work world would year years yes yet you young your yours yourself
  act adventure adventures appendix area armor armour arc background battle book campaign chapter character characters check class
  contents copy cover damage date dc die dice door draft dungeon dungeons encounter encounters episode event events example file
  final floor game games guide handout handouts hit hook hooks house image index info information introduction item items journal
  key letter level levels list location locations log loot magic main map maps master monster monsters name names note notes npc npcs
  number overview page pages party picture plan player players plot prologue quest quests recap region roll rule rules rumor rumors
  rumour rumours scene scenes secret secrets session sessions sheet sheets spell spells stat stats story summary table text title
  token town treasure untitled version weapon
  ein eine der die das den dem des und oder von vom zu zum zur mit im am ist le la les un une des du de et ou el los las una y o il lo
  gli di da del della van der ter
  avif bmp csv doc docx epub gif htm html jpeg jpg json md mp3 mp4 odt ogg pdf png ppt pptx rtf svg txt wav webm webp xls xlsx xml
  zip`.split(/\s+/),
);

/** Small words that stand within names: "Castle of Ravenloft", "Strahd von Zarovich". */
export const PARTICLES: ReadonlySet<string> = new Set(
  'af al ap da de del della den der des di du el ibn la le les of the ter van vom von zu zum zur'.split(
    ' ',
  ),
);
