import { MessageEntity } from '../messages/message.entity';
import { CreateTables1735000000000 } from './migrations/1735000000000-create-tables';

export const entities = [MessageEntity];
export const migrations = [CreateTables1735000000000];
