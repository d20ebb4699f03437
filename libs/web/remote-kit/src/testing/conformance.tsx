import { act, cleanup, render } from '@testing-library/react';
import {
  FEDERATION_CONTRACT_VERSION,
  remoteManifest,
  satisfiesContract,
} from '@tomekeeper/contracts-federation';
import type { ComponentType } from 'react';
import type { Remote, RemoteModule } from '../remote';
import type { RemoteConfig } from '../remote-config';
import type { ShellApi } from '../shell-api';
import type { WidgetProps } from '../widgets';
import { answer, refuse } from './fake-server';
import { createFakeShell, type FakeShell } from './fake-shell';
import { Leftovers } from './leftovers';

export interface ConformanceOptions {
  /** Content of `remote.config.ts`. */
  config: RemoteConfig;
  /** Module namespace of `src/remote.tsx`. */
  module: RemoteModule;
  /** Props of the remote's widgets. */
  widgets?: Partial<WidgetProps>;
}

/**
 * Tests of the contract between shell and remote; call `describeConformance` in `src/remote.spec.tsx`. Every request fails in
 * these tests, so pages must show their errors and not throw.
 */
export function describeConformance({ config, module, widgets = {} }: ConformanceOptions): void {
  describe('the contract with the shell', () => {
    // React and jsdom register permanent listeners once per document; these are not the remote's.
    beforeAll(() => {
      const { container } = render(<p>first</p>);
      container.querySelector('p');
      getComputedStyle(container);
      cleanup();
    });
    afterEach(cleanup);

    it('declares a manifest that the registry takes', () => {
      const built = { ...config, container: 'remote_under_test', entry: 'entry.js' };
      const routes = config.routes.map(({ path, access }) => ({ path, access }));
      expect(remoteManifest.parse(built)).toMatchObject({ id: config.id, routes });
    });

    it("names a range that this shell's contract is in, and the next major is not", () => {
      const [major = 0, minor = 0] = FEDERATION_CONTRACT_VERSION.split('.').map(Number);
      const satisfies = (version: string) => satisfiesContract(version, config.requires);
      expect(satisfies(FEDERATION_CONTRACT_VERSION)).toBe(true);
      expect(satisfies(`${major}.${minor + 1}.0`)).toBe(true);
      expect(satisfies(`${major + 1}.0.0`)).toBe(false);
    });

    it('exports create and nothing else', () => {
      expect(Object.keys(module)).toEqual(['create']);
    });

    it('exports its declared pages, widgets and session', () => {
      const remote = module.create(createFakeShell());
      expect(remote.routes.map(({ path }) => path)).toEqual(config.routes.map(({ path }) => path));
      expect(Object.keys(remote.widgets ?? {})).toEqual(config.widgets);
      expect(remote.session !== undefined).toBe(config.session !== undefined);
      remote.dispose?.();
    });

    it('makes no call and shows nothing before it is placed', () => {
      const shell = createFakeShell();
      const before = document.documentElement.outerHTML;
      const remote = module.create(shell);
      expect(shell.server.calls).toEqual([]);
      expect(shell.routing.navigations).toEqual([]);
      expect(document.documentElement.outerHTML).toBe(before);
      remote.dispose?.();
    });

    it('unmounts without leftovers, in any order', async () => {
      for (const session of [undefined, { status: 'signed-out' } as const]) {
        const leftovers = new Leftovers();
        const shell = troubled(session ? { session } : {});
        const remote = module.create(shell);
        for (const Part of partsOf(remote, widgets)) {
          const place = await placed(<Part />);
          place.unmount();
        }
        remote.dispose?.();
        remote.dispose?.();
        cleanup();
        await act(async () => undefined);
        expect(leftovers.end()).toEqual([]);
      }
    });

    it('bears a shell of a later minor, and props that it does not know', async () => {
      const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      const [major = 0] = FEDERATION_CONTRACT_VERSION.split('.').map(Number);
      const later = { contract: `${major}.99.0`, addedLater: () => undefined };
      const remote = module.create({ ...troubled(), ...later });
      for (const Part of partsOf(remote, widgets, { addedLater: { of: 'any shape' } }))
        (await placed(<Part />)).unmount();
      remote.dispose?.();
      // React's warning about an unknown prop on a DOM element.
      const handedOn = complaints.mock.calls.filter(([text]) =>
        /React does not/.test(String(text)),
      );
      complaints.mockRestore();
      expect(handedOn).toEqual([]);
    });

    it('bears answers of any shape, and reports in a form that every shell of its range takes', async () => {
      const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      const shell = createFakeShell({ params: { id: 'some-id' } });
      const nonsense = () => Promise.resolve(answer([{ no: 'sense' }]));
      const remote = module.create({ ...shell, http: nonsense });
      for (const Part of partsOf(remote, widgets)) (await placed(<Part />)).unmount();
      remote.dispose?.();
      complaints.mockRestore();
      // Without a remote, the shell derives it from the stack.
      for (const { remote: named, where } of shell.reports) {
        expect([config.id, '']).toContain(named);
        expect(where).toEqual(expect.any(String));
      }
    });

    it('runs next to another version of the same remote, and after its unmount', async () => {
      const [old, fresh] = [module.create(troubled()), module.create(troubled())];
      for (const [index, Part] of partsOf(fresh, widgets).entries()) {
        const Twin = partsOf(old, widgets)[index] ?? Part;
        const places = [await placed(<Twin />), await placed(<Part />)];
        old.dispose?.();
        await act(async () => places[1]?.rerender(<Part />));
        expect(places[1]?.container.isConnected).toBe(true);
        for (const place of places) place.unmount();
      }
      fresh.dispose?.();
    });
  });
}

/** A shell whose API rejects every request with 503. */
function troubled(options: Parameters<typeof createFakeShell>[0] = {}): FakeShell & ShellApi {
  const http = () => Promise.resolve(refuse(503, 'Back in a moment.'));
  return { ...createFakeShell({ params: { id: 'some-id' }, ...options }), http };
}

/** All pages and widgets of a remote. */
function partsOf(
  remote: Remote,
  widgets: Partial<WidgetProps>,
  more: Record<string, unknown> = {},
): ComponentType[] {
  const placedWidgets = Object.entries(remote.widgets ?? {}).map(([name, widget]) => {
    const props = widgets[name as keyof WidgetProps];
    if (!props) throw new Error(`The conformance test needs props for ${name}.`);
    const Widget = widget as ComponentType<Record<string, unknown>>;
    return () => <Widget {...props} {...more} />;
  });
  return [...remote.routes.map(({ Page }) => Page), ...placedWidgets];
}

async function placed(element: React.ReactElement): Promise<ReturnType<typeof render>> {
  let place: ReturnType<typeof render> | undefined;
  await act(async () => {
    place = render(element);
  });
  if (!place) throw new Error('nothing was placed');
  return place;
}
