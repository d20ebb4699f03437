import { createElement, useEffect, useState, type ComponentType } from 'react';
import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import type { Remote, ShellApi, WidgetName, WidgetProps } from '@tomekeeper/remote-kit';
import type { Reporter } from '../../reporting/report';
import type { RemoteLoader } from './loader/remote-loader';
import { RemoteSlot } from './remote-slot';
import { UnavailablePanel } from './unavailable-panel';

/** Renders widgets by name; the manifests say which remote provides one. */
export function createWidget(options: {
  entries: readonly RegistryEntry[];
  loader: RemoteLoader;
  report: Reporter;
  /** Optional widgets wait for it. */
  textPainted: () => Promise<void>;
}): ShellApi['Widget'] {
  const { entries, loader, report, textPainted } = options;
  return function Widget<Name extends WidgetName>({
    id,
    props,
    isOptional = false,
  }: {
    id: Name;
    props: WidgetProps[Name];
    isOptional?: boolean;
  }) {
    const owner = entries.find((entry) => entry.manifest.widgets.includes(id));
    const [isAwaited, setAwaited] = useState(isOptional);
    useEffect(() => {
      if (isAwaited) void textPainted().then(() => setAwaited(false));
    }, [isAwaited]);
    if (isAwaited || (!owner && isOptional)) return null;
    if (!owner) {
      return <UnavailablePanel as="widget" onRetry={() => window.location.reload()} />;
    }
    return (
      <RemoteSlot {...{ loader, report, isOptional }} remoteId={owner.id} what={id} as="widget">
        {(remote) => {
          const Component = widgetOf(remote, id);
          if (!Component) throw new Error(`The remote '${owner.id}' has no widget '${id}'.`);
          return createElement(Component, props);
        }}
      </RemoteSlot>
    );
  };
}

const widgetOf = <Name extends WidgetName>(
  remote: Remote,
  id: Name,
): ComponentType<WidgetProps[Name]> | undefined => remote.widgets?.[id];
