import { readFileSync } from 'node:fs';
import path from 'node:path';
import { currentOpenApi } from './current-openapi';

it('has a committed OpenAPI document that is up to date (npm run openapi writes it)', async () => {
  const committed = readFileSync(path.resolve(__dirname, '../openapi.json'), 'utf8');
  expect(JSON.parse(committed)).toEqual(JSON.parse(await currentOpenApi()));
});
