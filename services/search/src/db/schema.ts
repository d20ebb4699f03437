import { CreateIndex1733900000000 } from './migrations/1733900000000-create-index';

export const entities = [];
export const migrations = [CreateIndex1733900000000];
