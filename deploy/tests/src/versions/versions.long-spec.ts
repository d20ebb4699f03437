import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WORKSPACE } from '@tomekeeper/installation';
import { checkOut } from './checkout';
import { startCrossed, type CrossedProduct } from './crossed-product';
import { previousCommit, titleOf } from './history';
import { walk } from './walk';

jest.setTimeout(1_200_000);

/** Browser tests of the same commit as the front end: they know the words of their own pages only. */
const JOURNEYS = [
  'journeys/game-master',
  'journeys/spoilers-and-strangers',
  'journeys/public-pages',
  'journeys/sessions',
  'acceptance/screens.e2e',
];

const commit = previousCommit();
const suite = commit ? describe : describe.skip;
const name = commit ? titleOf(commit) : 'an earlier commit: this clone holds none';

suite(`beside ${name}`, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tomekeeper-versions-'));
  const previous = path.join(folder, 'previous');

  beforeAll(() => {
    // Databases do not run as root, and their own user must get there.
    fs.chmodSync(folder, 0o711);
    checkOut(commit ?? '', previous);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  describe.each([
    {
      what: 'the previous front end on the current services',
      frontEnd: previous,
      services: WORKSPACE,
    },
    {
      what: 'the current front end on the previous services',
      frontEnd: WORKSPACE,
      services: previous,
    },
  ])('$what', ({ what, ...from }) => {
    let product: CrossedProduct;

    beforeAll(async () => {
      product = await startCrossed(path.join(folder, what.replaceAll(' ', '-')), from);
    });
    afterAll(() => product.stop());

    it.each(JOURNEYS)('%s', async (journey) => {
      const { passed, failed, output } = await walk(from.frontEnd, journey, product.environment);
      if (failed > 0 || passed === 0) throw new Error(output);
      console.log(`${what}, ${journey}: ${passed} passed`);
    });
  });
});
