import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { NetworkError } from '../shell-api';
import { createFakeShell, fakePerson } from '../testing';
import { createQueryScope } from './query-scope';

const mina = fakePerson('Mina');
const lucy = fakePerson('Lucy');

describe('the query scope of a remote', () => {
  it('clears the data of the previous user when another user signs in', async () => {
    const shell = createFakeShell({ session: { status: 'signed-in', user: mina } });
    const scope = createQueryScope(shell);
    let asked = 0;
    let answerSecond = () => {};
    const second = new Promise<void>((resolve) => {
      answerSecond = resolve;
    });
    const Secret = scope.place(() => {
      const { data } = useQuery({
        queryKey: ['secret'],
        queryFn: async () => {
          asked += 1;
          if (asked === 2) await second;
          const state = shell.session.current();
          return state.status === 'signed-in' ? `secret of ${state.user?.first_name}` : 'nothing';
        },
      });
      return <p>{data ?? 'waiting'}</p>;
    });
    render(<Secret />);
    await screen.findByText('secret of Mina');

    act(() => shell.session.signIn(lucy));
    await screen.findByText('waiting');
    answerSecond();
    await screen.findByText('secret of Lucy');
    expect(asked).toBe(2);
  });

  it('shows no data of the previous user and sends no requests while signed out', async () => {
    const shell = createFakeShell({ session: { status: 'signed-in', user: mina } });
    const scope = createQueryScope(shell);
    let asked = 0;
    const Secret = scope.place(() => {
      const { data } = useQuery({
        queryKey: ['secret'],
        queryFn: async () => {
          asked += 1;
          return 'secret';
        },
      });
      return <p>{data ?? 'waiting'}</p>;
    });
    render(<Secret />);
    await screen.findByText('secret');

    act(() => shell.session.set({ status: 'signed-out' }));
    await screen.findByText('waiting');
    expect(asked).toBe(1);
  });

  it('tells the operators of mistakes of ours, which the screen calls a failure, and of no others', async () => {
    const shell = createFakeShell();
    const scope = createQueryScope(shell);
    const errors = [
      new TypeError('x is not a function'),
      Object.assign(new Error('[]'), { name: 'ZodError', issues: [] }),
      new NetworkError(),
      Object.assign(new Error('Back in a moment.'), { name: 'ApiError' }),
    ];
    const Page = scope.place(() => {
      const queries = useQueries({
        queries: errors.map((error, at) => ({
          queryKey: [at],
          retry: false,
          queryFn: () => Promise.reject(error),
        })),
      });
      return <p>{queries.filter(({ isError }) => isError).length} failed</p>;
    });
    render(<Page />);
    await screen.findByText('4 failed');
    expect(shell.reports.map(({ error }) => error)).toEqual(errors.slice(0, 2));
    scope.dispose();
  });

  it('keeps the answers when the same person becomes known by name', async () => {
    const shell = createFakeShell({ session: { status: 'signed-in', user: undefined } });
    const scope = createQueryScope(shell);
    let asked = 0;
    const Page = scope.place(() => {
      const { data } = useQuery({
        queryKey: ['list'],
        queryFn: async () => {
          asked += 1;
          return 'list';
        },
      });
      return <p>{data ?? 'waiting'}</p>;
    });
    render(<Page />);
    await screen.findByText('list');

    act(() => shell.session.signIn(mina));
    expect(screen.getByText('list')).toBeTruthy();
    expect(asked).toBe(1);
  });

  it('renders a change before the next task of the browser', async () => {
    const scope = createQueryScope(createFakeShell());
    const Page = scope.place(() => {
      const change = useMutation({ mutationFn: () => new Promise<never>(() => {}) });
      return <input type="checkbox" checked={change.isPending} onChange={() => change.mutate()} />;
    });
    render(<Page />);
    const box = screen.getByRole<HTMLInputElement>('checkbox');
    await withoutAct(async () => {
      box.click();
      for (let microtask = 0; microtask < 10; microtask += 1) await Promise.resolve();
      expect(box.checked).toBe(true);
    });
    scope.dispose();
  });
});

/** Renders as a browser does, where nothing waits for `act`. */
async function withoutAct(run: () => Promise<void>): Promise<void> {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await run();
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = true;
  }
}
