import { MessageEntity } from '../messages/message.entity';
import { CreateMessages1732000000000 } from './migrations/1732000000000-create-messages';

export const entities = [MessageEntity];
export const migrations = [CreateMessages1732000000000];
