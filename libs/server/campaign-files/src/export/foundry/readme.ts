import { ADVENTURE_PATH, assetPath, README_TITLE } from '../../foundry-format/paths';

/** Instructions for the game master. @param folder of the files, within `assets` */
export const readmeOf = (folder: string): string => `${README_TITLE}

1. Copy the folder "${assetPath(folder)}" of this zip as "${folder}" into the Data folder of Foundry, and nothing else: everybody who can reach your server can open files there.
2. In your world, create a macro of the type Script with the lines below, and run it.
3. Choose ${ADVENTURE_PATH}, together with adventure-2.json and so on if they exist, and confirm each import.
4. Entries keep their ids, so that links work; a second import replaces your changes to them in Foundry.

const input = document.createElement('input');
Object.assign(input, { type: 'file', accept: '.json', multiple: true });
input.onchange = async () => {
  for (const file of input.files)
    await new CONFIG.Adventure.documentClass(JSON.parse(await file.text())).import();
};
input.click();
`;
