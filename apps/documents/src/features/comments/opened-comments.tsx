import { lazy, Suspense, type ComponentProps } from 'react';
import type { CommentsDialog as Dialog } from './comments-dialog';

/** Loaded when it opens. */
const CommentsDialog = lazy(async () => ({
  default: (await import('./comments-dialog')).CommentsDialog,
}));

export function OpenedComments(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <CommentsDialog {...props} />
    </Suspense>
  );
}
