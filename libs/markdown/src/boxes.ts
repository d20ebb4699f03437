// Boxes that rule books and adventures set apart from their text.

/** What books, sites and plugins call words that are read to the players. */
const READ_ALOUD =
  /^(read(ing|out)?|read[-_ ]?aloud(text)?|read[-_ ]?out([-_ ]?loud)?|box(ed)?[-_ ]?text|narration|narrative|flavou?r([-_ ]?text)?|descriptive|vorlesen|vorlesetext|monologue)$/i;
const STAT_BLOCK = /^(stat[-_ ]?block|monster([-_ ]?(block|frame))?|creature|statbox|bestiary)$/i;

/** The label of a callout; `read_aloud` whatever its file calls that. */
export const calloutLabel = (name: string): string =>
  READ_ALOUD.test(name.trim()) ? 'read_aloud' : name.trim().toLowerCase();

export const isReadAloud = (name: string): boolean => READ_ALOUD.test(name.trim());
export const isStatBlockName = (name: string): boolean => STAT_BLOCK.test(name.trim());

const FIGURES = [
  /\b(armou?r class|rüstungsklasse|AC:?\s*\d|RK:?\s*\d)/i,
  /\b(hit points|trefferpunkte|HP:?\s*\d|TP:?\s*\d|hit dice|HD:?\s*\d)/i,
  /\b(STR|ST[ÄA]?)\b[\s\S]{0,80}\b(DEX|GES)\b[\s\S]{0,80}\b(CON|KON)\b/i,
  /\b(speed|bewegungsrate|perception|saving throws|challenge|languages|actions|MV:?\s*\d|save)\b/i,
];
const ENOUGH_FIGURES = 3;

/** Whether words in a box are the figures of a creature: rule systems differ, so most of the usual ones suffice. */
export const isStatBlock = (text: string): boolean =>
  FIGURES.filter((figure) => figure.test(text.slice(0, 4000))).length >= ENOUGH_FIGURES;
