import { idPipe } from '@tomekeeper/service-kit';
import { exportNotFound } from './export.errors';

export const ExportIdPipe = idPipe(exportNotFound);
