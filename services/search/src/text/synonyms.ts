/**
 * Synonyms of tabletop games: abbreviations, terms of different rule books, British and American spelling. The words
 * of a line are interchangeable. Written for this file, not taken from user data.
 */
const ALIKE = `
  gm dm gamemaster warden referee
  npc character
  pc character hero adventurer
  hp health hitpoints
  ac armour armor
  xp experience advancement
  str strength might
  dex dexterity agility
  con constitution endurance
  int intelligence
  wis wisdom willpower
  cha charisma
  spell charm magic cantrip ritual incantation
  monster creature beast
  mage wizard sorcerer magician
  cleric priest healer
  thief rogue burglar
  fighter warrior soldier
  ranger hunter scout
  class calling playbook profession job occupation
  follower hireling henchman retainer mercenary
  gear equipment supplies belongings item
  price cost pay expensive fee charge worth
  coin gold money
  wealthy rich
  poor beggar
  shop merchant trader vendor store
  buy purchase sell trade
  inn tavern lodging pub
  jail gaol prison dungeon cell
  town city village settlement
  ship boat vessel
  sea ocean
  lake mere pool
  marsh swamp bog moor fen
  wood forest
  hill mountain
  road path track way
  door gate entrance
  castle keep fortress
  temple church shrine chapel
  monk brother friar
  doctor physician surgeon healer medic
  disease sickness illness fever plague
  poison venom toxin
  heal cure recover recovery treat
  rest sleep camp
  hurt injured wound injury damage harm
  kill slay murder defeat
  die dead death killed
  corpse body undead zombie
  ghost spirit spectre haunt
    fairy fae fey elf
  dragon drake wyrm
  snake serpent
  horse pony mount
  baby child infant
  wife husband spouse married
  father mother parent
  mayor ruler lord
  king queen monarch
  countess lady noble duke
  captain commander
  guard watch sentry
  fight combat battle fighting
  attack strike hit blow
  flee escape run retreat
  chase pursuit pursue
  ambush surprise
  hide sneak stealth hidden
  climb scale
  fall drop
  fly flight
  swim dive
  breathe breath
  dark darkness
  light lamp torch lantern
  fire flame burn
  cold frost ice winter
  storm tempest gale
  fog mist
  hunger starvation starve food
  thirst water drink
  eat food meal
  carry encumbrance burden load
  lift raise
  lie lying liar deceive
  truth honest
  secret hidden
  friend ally
  enemy foe
  help assist aid assistance
      disadvantage hindrance penalty
  turn round
  level advance improve
  god deity saint
  pray prayer worship
  curse hex
  treasure loot
  jewel gem jewellery jewelry
  sword blade
  bow arrow
  shield block
  letter message
  map chart
  book tome
  key lock
  trap snare
  trial court judge
  crime thief steal stolen
  loan lend debt owe
  party group
  holiday feast festival celebration
  rumour rumor gossip
  colour color
  honour honor
  favour favor
  harbour harbor
  grey gray
  travel journey
    resurrect resurrection revive
  barrel cask
    beach shore
  sunken wreck shipwreck sink drowned
  talk speak
  pupil apprentice student
  teacher mentor
  daughter son child
  brother sister sibling
`;

const BY_WORD = new Map<string, Set<string>>();
for (const line of ALIKE.trim().split('\n')) {
  const words = line.trim().split(' ');
  for (const word of words) {
    const known = BY_WORD.get(word) ?? new Set();
    for (const other of words) if (other !== word) known.add(other);
    BY_WORD.set(word, known);
  }
}
const ENDINGS = ['', 's', 'es', 'ed', 'd', 'ing', 'er', 'ers'];

/** Synonyms of a normalized word. */
export function synonymsOf(word: string): string[] {
  for (const ending of ENDINGS)
    if (word.endsWith(ending)) {
      const known = BY_WORD.get(word.slice(0, word.length - ending.length));
      if (known) return [...known].filter((other) => other !== word);
    }
  return [];
}
