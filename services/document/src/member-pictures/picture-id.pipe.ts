import { idPipe } from '@tomekeeper/service-kit';
import { pictureNotFound } from './member-picture.errors';

export const PictureIdPipe = idPipe(pictureNotFound);
