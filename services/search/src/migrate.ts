import 'reflect-metadata';
import { runMigrationsCli } from '@tomekeeper/persistence';
import { migrationConfig } from './config';
import { entities, migrations } from './db/schema';

void runMigrationsCli({ databaseUrl: migrationConfig().DATABASE_URL, entities, migrations });
