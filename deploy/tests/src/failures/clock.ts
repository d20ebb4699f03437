import { refuse } from './faulty-line';
import type { Scene } from './scene';
import { expectClearAnswers, note } from './answers';
import type { Seen } from './visitor';

const HOUR_MS = 3_600_000;

export function clockFailures(scene: () => Scene): void {
  it.each([
    ['forward', 3],
    ['back', -3],
  ])(
    'bears a clock that jumps %s by hours, and one that is set right',
    async (name, hours) => {
      const { product, memory, visitor, mailLine } = scene();
      memory.during = `clock ${name}`;
      const calm = await statementsIn(product, 10);
      await scene().setClock(hours * HOUR_MS);
      const seen = await scene().tryAll();
      const isSignedOut = seen.some(({ status }) => status === 401);
      // Tokens expire after one hour; all other calls must succeed.
      expect(isSignedOut).toBe(hours > 0);
      expect(seen.filter(isOther)).toEqual([]);
      if (isSignedOut) await visitor.signIn();
      await scene().until('everything works', () => scene().worksAgain());
      expectClearAnswers(`clock ${name}`, seen);
      // The clock change must not cause additional database polling.
      const busy = await statementsIn(product, 10);
      process.stderr.write(
        `clock ${name}: ${calm} statements in ten seconds before, ${busy} now\n`,
      );
      expect(busy).toBeLessThan(calm * 3 + 500);

      const { address } = await visitor.subscribe();
      await scene().until('mails go out', async () => (await scene().mailsTo(address)) === 1);
      const document = await visitor.makeDocument();
      await visitor.delete(document);
      await scene().until('jobs go on', async () => !(await scene().holdsObject(document.s3_key)));
      // A retry that is scheduled now must not wait until the shifted time.
      mailLine.fail(refuse);
      const { address: later } = await visitor.subscribe();
      await scene().until('it was tried', () => wasPutOff(product));
      await scene().setClock(0);
      mailLine.mend();
      const began = performance.now();
      await product.untilReady();
      await scene().until('everything works', () => scene().worksAgain());
      note(`clock ${name}, all well again after it was set right`, began);
      await scene().until('the mail comes', async () => (await scene().mailsTo(later)) === 1);
      note(`clock ${name}, a mail postponed in the meantime arrived after`, began);
    },
    600_000,
  );

  it('keeps a session ended that was ended before a jump', async () => {
    const { memory, visitor } = scene();
    memory.during = 'clock forward after log-out';
    await visitor.logOut();
    const isOut = async () => {
      const all = await scene().tryAll(['campaigns', 'documents', 'account']);
      return all.every(({ status }) => status === 401);
    };
    await scene().until('everybody knows that the session is over', isOut);
    await scene().setClock(3 * HOUR_MS);
    await scene().untilMeasured((samples) =>
      samples.some(({ name, value }) => name === 'revocations_age_seconds' && value < 2),
    );
    await scene().setClock(0);
    expect(await isOut()).toBe(true);
    await visitor.signIn();
    await scene().until('everything works', () => scene().worksAgain());
  }, 300_000);

  it('verifies by a link that was mailed before a jump', async () => {
    const { product, memory, visitor } = scene();
    memory.during = 'clock forward before a link is used';
    const { address } = await visitor.subscribe();
    await scene().until('the mail comes', async () => (await scene().mailsTo(address)) === 1);
    const [text = ''] = await scene().textsTo(address);
    const token = /token=([\w.~-]+)/.exec(text)?.[1] ?? '';
    await scene().setClock(3 * HOUR_MS);
    const verified = await fetch(`${product.url}/api/subscribe/verify/?token=${token}`);
    await scene().setClock(0);
    expect({ status: verified.status, text: await verified.text() }).toMatchObject({ status: 200 });
  }, 300_000);
}

const isOther = ({ status }: Seen): boolean => ![200, 201, 401].includes(status);

/** Counts the database's transactions during so many seconds without user activity. */
async function statementsIn(product: Scene['product'], seconds: number): Promise<number> {
  const [row] = await product.query<{ n: number }>(
    `WITH before AS MATERIALIZED (SELECT pg_stat_get_db_xact_commit(oid) AS n FROM pg_database
       WHERE datname = 'tomekeeper'), slept AS MATERIALIZED (SELECT pg_sleep(${seconds}), n FROM before)
     SELECT n::int FROM slept`,
  );
  const [after] = await product.query<{ n: number }>(
    `SELECT pg_stat_get_db_xact_commit(oid)::int AS n FROM pg_database WHERE datname = 'tomekeeper'`,
  );
  return (after?.n ?? 0) - (row?.n ?? 0);
}

async function wasPutOff(product: Scene['product']): Promise<boolean> {
  const rows = await product.query(
    `SELECT 1 FROM bullmq.job WHERE queue = 'mailing-send' AND state = 'delayed'`,
  );
  return rows.length > 0;
}
