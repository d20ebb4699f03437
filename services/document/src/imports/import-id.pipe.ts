import { idPipe } from '@tomekeeper/service-kit';
import { importNotFound } from './import.errors';

export const ImportIdPipe = idPipe(importNotFound);
