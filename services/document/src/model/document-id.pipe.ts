import { idPipe } from '@tomekeeper/service-kit';
import { documentNotFound } from './document.errors';

export const DocumentIdPipe = idPipe(documentNotFound);
