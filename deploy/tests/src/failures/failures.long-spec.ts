import { lookAround } from '../kills/what-is-there';
import { clockFailures } from './clock';
import { databaseFailures } from './database';
import { diskFailures } from './disk';
import { mailServerFailures, REFUSED_DOMAIN } from './mail-server';
import { queueFailures } from './queues';
import { Scene } from './scene';
import { storeFailures } from './store';
import { Volume } from './volume';

/**
 * One product, and everything it stands on breaks, one after the other, while people work with it. Each failure
 * prints what they saw. Runs by `npm run test:long -- failures`.
 */
describe('a product whose surroundings fail', () => {
  const volume = Volume.make();
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.set(volume);
  }, 600_000);
  afterAll(async () => {
    await scene?.close();
    volume?.remove();
  }, 120_000);
  // A test that has failed leaves the next one a product that could be well.
  afterEach(() => scene?.heal(), 300_000);
  const onScene = () => scene;

  databaseFailures(onScene);
  storeFailures(onScene);
  mailServerFailures(onScene);
  queueFailures(onScene);
  clockFailures(onScene);
  diskFailures(onScene, volume);

  it('has lost nothing of what it acknowledged in all that time, and no mail came twice', async () => {
    await scene.rest();
    const { memory, product } = scene;
    const findings = await lookAround(product, memory);
    const [refused] = await product.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM bullmq.job WHERE queue = 'mailing-send' AND state = 'failed'`,
    );
    process.stderr.write(
      `${memory.acknowledged.length} acknowledged, ${findings.lost.length} lost, ` +
        `${findings.repeatedMails} mails came twice (${findings.uncertainMails} uncertain), ` +
        `${memory.refused} calls refused meanwhile; mails to ${REFUSED_DOMAIN} given up: ${refused?.n}\n`,
    );
    process.stderr.write((await scene.reasons()).join('\n'));
    // What the mail server refused is shown to operators, and so not lost.
    const unexpected = memory.broken.filter((one) => one !== `mails given up: ${refused?.n}`);
    expect(unexpected).toEqual([]);
    expect(findings.lost).toEqual([]);
    expect(memory.acknowledged.length).toBeGreaterThan(0);
    expect(refused?.n).toBeLessThanOrEqual(1);
    // Whatever the launcher has to tell, it tells in sentences.
    expect(product.everythingSaid).not.toMatch(/^\s+at /m);
  }, 900_000);
});
