import { Controller, Get, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { EventEmitter, once } from 'node:events';
import { Agent, request } from 'node:http';
import { Public } from '../auth/access';
import { Readiness } from '../health/readiness';
import { createApp } from './create-app';
import { endBySignal } from './draining';
import { createLog } from './log';

const gate = new EventEmitter();

@Public()
@Controller('things')
class Things {
  @Get()
  list(): string[] {
    return [];
  }

  /** Responds when the test opens the gate. */
  @Post('slow')
  async slow(): Promise<{ done: boolean }> {
    gate.emit('begun');
    await once(gate, 'open');
    return { done: true };
  }
}

@Module({ controllers: [Things] })
class ThingsModule {}

const agents: Agent[] = [];
const visitor = () => {
  const agent = new Agent({ keepAlive: true });
  agents.push(agent);
  return agent;
};

let app: NestFastifyApplication;
let url: string;
let self: EventEmitter & { exit: jest.Mock };

async function start(drainMs: number): Promise<void> {
  app = await createApp({ module: ThingsModule, log: createLog('things', 'silent') });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
  self = Object.assign(new EventEmitter(), { exit: jest.fn(() => self.emit('exited')) });
  endBySignal({ app, readiness: app.get(Readiness), drainMs, process: self });
}
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await app.close();
});

type Answer = { status: number; connection?: string; body: string };

async function ask(path: string, { agent = visitor(), method = 'GET' } = {}): Promise<Answer> {
  const call = request(`${url}${path}`, { agent, method }).end();
  const [response] = (await once(call, 'response')) as [import('node:http').IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  const { statusCode: status = 0, headers } = response;
  return { status, body, ...(headers.connection && { connection: headers.connection }) };
}

const FOR_EVER = 3_600_000;

it('reports draining, and serves requests on existing and new connections', async () => {
  await start(FOR_EVER);
  const agent = visitor();
  expect(await ask('/things', { agent })).toMatchObject({ status: 200, connection: 'keep-alive' });
  self.emit('SIGTERM');
  for (const by of [agent, visitor()])
    expect(await ask('/things', { agent: by })).toMatchObject({ status: 200, connection: 'close' });
  const { status, body } = await ask('/health/ready');
  expect([status, JSON.parse(body)]).toEqual([
    503,
    { ready: false, parts: { process: 'draining' } },
  ]);
  expect((await ask('/health/live')).status).toBe(200);
  expect(self.exit).not.toHaveBeenCalled();
  const exited = once(self, 'exited');
  self.emit('SIGTERM');
  await exited;
});

it('ends after the drain, and finishes earlier requests', async () => {
  await start(1);
  const begun = once(gate, 'begun');
  const slow = ask('/things/slow', { method: 'POST' });
  await begun;
  const exited = once(self, 'exited');
  self.emit('SIGTERM');
  while (app.getHttpServer().listening) await new Promise(setImmediate);
  gate.emit('open');
  expect(await slow).toMatchObject({ status: 201, body: '{"done":true}' });
  await exited;
  expect(self.exit).toHaveBeenCalledWith(0);
  await expect(ask('/things')).rejects.toThrow('ECONNREFUSED');
});

it.each([[['SIGINT']], [['SIGTERM', 'SIGTERM']], [['SIGTERM', 'SIGINT']]])(
  'does not wait after %j',
  async (signals) => {
    await start(FOR_EVER);
    const exited = once(self, 'exited');
    for (const signal of signals) self.emit(signal);
    await exited;
    expect(self.exit).toHaveBeenCalledTimes(1);
  },
);
