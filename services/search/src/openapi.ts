import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { currentOpenApi } from './current-openapi';

/** `npm run openapi`: writes down what the service offers, to be reviewed and compared. */
void currentOpenApi().then((document) =>
  writeFileSync(path.resolve(__dirname, '../openapi.json'), document),
);
