import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { currentOpenApi } from './current-openapi';

/** `npm run openapi`: writes the service's OpenAPI document for review and compatibility checks. */
void currentOpenApi().then((document) =>
  writeFileSync(path.resolve(__dirname, '../openapi.json'), document),
);
