import { CreateTables1735000000000 } from './migrations/1735000000000-create-tables';

export const entities = [];
export const migrations = [CreateTables1735000000000];
