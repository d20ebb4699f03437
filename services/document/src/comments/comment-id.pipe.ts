import { idPipe } from '@tomekeeper/service-kit';
import { commentNotFound } from './comment.errors';

export const CommentIdPipe = idPipe(commentNotFound);
