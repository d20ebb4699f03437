/**
 * Words of the language that stand in every campaign, folded: places, people, things, creatures and what they are like. With a capital
 * they are no names by themselves, but may be parts of one: "the Inn", "the Lantern Inn".
 */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  `abbey alley altar arch arena attic bailey barn barracks bastion battlefield bay beach bog border bridge brook bush camp canal canyon
  castle catacomb cathedral cave cavern cell cellar cemetery chamber chapel church circle citadel city cliff clearing cloister coast
  colony corridor cottage country court courtyard creek crossing crossroad crypt dale dam deep den desert district ditch dock domain
  drain dune east estate farm fen ferry field ford forest forge fort fortress fountain gallery garden gate gatehouse glade glen gorge
  graveyard grave grotto grove guild hall hamlet harbor harbour haven heath hideout highway hill hole hollow home hospital hut inn
  island isle jail jungle keep kingdom kitchen lagoon lair lake land lane library lighthouse lodge manor market marsh mausoleum maze
  meadow mill mine moat monastery moor mound mountain mouth museum north oasis ocean orchard outpost palace parish park pass passage
  path peak pier pit plain plaza pond pool port prison province pyramid quarry quarter quay rapids ravine realm reef ridge river road
  rock ruin sanctuary sanctum sea sewer shack shaft shelter ship shop shore shrine south spire spring square stable staircase stair
  station steppe store stream street stronghold study summit swamp tavern temple tent terrace theater theatre throne tomb tower trail
  tunnel vale valley vault village villa wall ward warehouse waterfall well west wharf wild wilderness wood woodland workshop yard
  abbot advisor agent ally ancestor apprentice archer archmage army assassin aunt bandit bard baron baroness bishop blacksmith boy
  bride brother butcher butler captain chancellor chief child children cleric clerk commander cook councillor council count countess
  cousin coven crew crone crown cult cultist dame daughter deacon diviner doctor druid duchess duke dwarf dwarves elder elf elves
  emissary emperor empire empress enemy envoy exile family farmer father ferryman fighter fisherman folk friend gang gardener general
  ghost giant girl gnome goblin god goddess governor guard guardian guest guildmaster halfling harper healer heir herald hermit hero
  heroine hostess host huntsman hunter husband innkeeper judge keeper king knight lady leader legion librarian lord lover mage magician
  maid maiden marshal mason mayor mercenary merchant messenger midwife miller miner minister miss monk mother mister mistress
  necromancer neighbor neighbour nephew niece noble nobleman nun nurse oracle orc orphan outlaw owner page painter paladin patron
  peasant pilgrim pirate poet pope priest priestess prince princess prisoner professor prophet queen ranger rebel regent rider rogue
  ruler sage sailor saint scholar scout seer senator sergeant servant shaman sheriff sir sister slave smith smuggler soldier son
  sorcerer sorceress spy squire steward stranger student tailor tanner teacher thief thieves thug traitor traveler traveller treasurer
  twin tyrant uncle vagabond vicar victim villager villain warden warlock warlord warrior watch watchman widow widower wife witch
  witness wizard woman women worker
  amulet anchor anvil apple armlet arrow ash axe bag banner barrel basket bead bed bell belt bench blade blanket blood boat bolt bone
  boot bottle bow bowl bowstring box bracelet brass bread brew bronze broom bucket cage candle cannon cape card cart carriage cauldron
  chain chair chalice chest circlet cloak clock cloth coal coat coffin coin copper cord crate crossbow crystal cup curse curtain dagger
  debt diamond dice diary dish drum dust dye egg elixir ember emerald fang feather fiddle fire flag flame flask flute fruit fur gauntlet
  gem glass globe glove glyph goblet gold grain hammer harp harpoon hat helm helmet herb hide hood horn hourglass idol incense ink iron
  ivory jewel jug juice kettle knife knot ladder lamp lantern lance lead leather lens lever lock locket lute mace machine mantle mask
  meat medallion milk mirror moss mug music mushroom nail necklace needle net oar oil orb ore organ paint painting parchment pearl pendant
  pillar pipe plate poison portal portrait potion powder purse quill raft rapier relic ribbon ring robe rod rope ruby rug rune sack
  saddle sail salt sand sapphire scale scepter sceptre scroll seal seed shadow shard shawl shell shield shirt shovel sigil silk silver
  skin skull sling smoke snow soul spark spear spike spirit staff statue steel stew stick stone sword tallow tankard tapestry tea thorn
  thread tool tooth teeth torch toy trap tree trident trumpet urn veil venom vial vine violin wagon wand water wax wheel whip whistle
  window wine wing wire wool
  ant ape bat bear beast bee beetle bird boar bull cat cattle chicken cow crab creature crocodile crow deer demon devil dog dolphin
  donkey dragon duck eagle eel elephant elk falcon fiend fish fly fox frog ghoul goat golem goose gorgon griffin hag hare harpy hawk hen
  horse hound hydra imp insect kraken lamb leech leviathan lich lion lizard mare mermaid mimic mole monkey moth mouse mule mummy nymph
  octopus ogre ooze owl ox panther parrot phantom phoenix pig pony rabbit ram rat raven rooster salamander satyr scorpion serpent shark
  sheep skeleton snake specter spectre spider sphinx stag swan swine tiger toad troll turtle undead unicorn vampire viper vulture wasp
  werewolf whale wight wolf wolves worm wraith wyrm wyvern zombie
  ancient angry bad beautiful bitter black blind blue bright broken brown burning chosen cold cruel crimson cursed damned dark deadly
  drowned dry eastern empty endless eternal evil fair faithful fallen false fat fell final flying forbidden forgotten free frozen
  ghostly golden green grand gray grey grim guilty happy haunted heavy hidden high holy hot hungry immortal jolly kind laughing
  lesser lonely lost loud lucky mad mighty misty mysterious noble northern pale poor proud purple queer quick quiet red rich risen royal
  rusty sacred sad sharp short silent sleeping slow smiling soft southern stolen strange strong sunken sweet tall thin tiny true twisted
  ugly unknown vile violet warm weary weak western white wicked wide wise withered yellow
  alarm alliance ambush anger answer arrival attack autumn beginning betrayal birth birthday blessing business calendar carnival
  celebration ceremony chance chaos choice class coming company contract crime danger darkness dawn deal death deed defeat departure
  desire destiny devotion disaster discovery disease doom doubt dream duel dusk duty end escape evening evidence eye face faith fall
  famine fate fear feast festival fever fight fog fortune frost funeral future gift glory greed grief guilt harvest hate head heart heaven
  hell help history honor honour hope hour hunger hunt ice illness journey joy justice lie light lightning loss love luck madness
  market marriage memory mercy message midnight mind mist moon moment month morning murder mystery need news night noon oath offer omen
  order origin pact pain passing past peace plague pledge power prayer present price pride prophecy promise proof punishment puzzle
  question rage rain raid reason rebellion rescue rest return revenge reward riddle rise rite ritual robbery rumour sacrifice safety
  season search service shame siege sight sign silence sin siren sky sleep snow song sorrow sound speech spring star start storm
  strife strike struggle summer sun sunrise sunset supper task test thanks theft thirst thought thunder tide trade tradition trade
  travel trial tribute trick trouble trust truth twilight vengeance vice victory vision visit voice vow voyage war warning wealth
  weather wedding week welcome wind winter wisdom wish wonder word worship wound wrath
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november
  december`.split(/\s+/),
);
