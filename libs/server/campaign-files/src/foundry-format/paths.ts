// Paths in a journal for Foundry VTT, which exports and imports share.

export const ADVENTURE_PATH = 'adventure.json';
/** Instructions for the game master, which imports leave out. */
export const README_PATH = 'README.txt';
/** The first line of the instructions. */
export const README_TITLE = 'Tomekeeper: a journal for Foundry VTT 12 to 14';

const ASSETS = 'assets';
/** The beginning of the name of the folder within `assets`, which becomes a folder of Foundry's data. */
export const DATA_FOLDER = 'tomekeeper';

/** @param path within the folder of Foundry's data */
export const assetPath = (path: string): string => `${ASSETS}/${path}`;

const ASSET = new RegExp(`(?:^|/)${assetPath(DATA_FOLDER)}[^/]*/[^/]+$`);

/** Whether a path is that of a file, also if it has the extension of a text. */
export const isAsset = (path: string): boolean => ASSET.test(path);
