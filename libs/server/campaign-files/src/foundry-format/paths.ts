// Paths in a journal for Foundry VTT, which exports and imports share.

export const ADVENTURE_PATH = 'adventure.json';
/** Instructions for the game master, which imports leave out. */
export const README_PATH = 'README.txt';
/** The first line of the instructions. */
export const README_TITLE = 'Tomekeeper: a journal for Foundry VTT 12 to 14';
