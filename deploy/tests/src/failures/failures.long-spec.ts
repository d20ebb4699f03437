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
 * Breaks one dependency of a running product after another while users work with it. Each failure prints the
 * responses that users got. Run with `npm run test:long -- failures`.
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
  // A failed test must leave a repaired product for the next one.
  afterEach(() => scene?.heal(), 300_000);
  const onScene = () => scene;

  databaseFailures(onScene);
  storeFailures(onScene);
  mailServerFailures(onScene);
  queueFailures(onScene);
  clockFailures(onScene);
  diskFailures(onScene, volume);

  it('has lost no acknowledged write in the whole run, and sent no mail twice', async () => {
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
    // Operators see mails that the mail server rejected, so those are not lost.
    const unexpected = memory.broken.filter((one) => one !== `mails given up: ${refused?.n}`);
    expect(unexpected).toEqual([]);
    expect(findings.lost).toEqual([]);
    expect(memory.acknowledged.length).toBeGreaterThan(0);
    expect(refused?.n).toBeLessThanOrEqual(1);
    // The launcher must print messages, never stack traces.
    expect(product.everythingSaid).not.toMatch(/^\s+at /m);
  }, 900_000);
});
