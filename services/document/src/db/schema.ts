import { DocumentEntity } from '../model/document.entity';
import { PendingUploadEntity } from '../model/pending-upload.entity';
import { CreateTables1735000000000 } from './migrations/1735000000000-create-tables';

export const entities = [DocumentEntity, PendingUploadEntity];
export const migrations = [CreateTables1735000000000];
