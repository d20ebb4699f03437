import { lazy, Suspense, type ComponentType } from 'react';

/** Widget whose code is a separate chunk. Without its own fallback, the whole page that embeds it would suspend. */
export function lazyWidget<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType,
): ComponentType<Props> {
  const Content = lazy(async () => ({ default: await load() }));
  return function Widget(props: Props) {
    return (
      <Suspense fallback={<Fallback />}>
        <Content {...props} />
      </Suspense>
    );
  };
}
