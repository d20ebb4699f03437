import { screen, waitFor, within } from '@testing-library/react';
import { fillIn } from '@tomekeeper/remote-kit/testing';
import { FakeUserPool } from '../../testing/fake-user-pool';
import { showPage } from '../../testing/show-page';
import { rememberParts } from './common-password-parts';

const RULE = 'Not a common password or your name';
const identity = { user_pool_id: 'local_test', user_pool_client_id: 'testclient' };
const OWN_POOL = { identity: { ...identity, features: ['common_passwords'] } };
const rule = () => screen.getByText(RULE, { selector: 'li' });

async function type(password: string) {
  const { user } = await showPage('/signup', { config: OWN_POOL });
  await fillIn(user, screen.getByLabelText('First name'), 'Mina');
  await fillIn(user, screen.getByLabelText('Last name'), 'Harker');
  await fillIn(user, screen.getByLabelText('Email'), 'gm.tavern@table.example');
  await fillIn(user, screen.getByLabelText('Password'), password);
}

describe('a new password', () => {
  it.each([
    ['Password1', 'This is one of the first passwords that anyone would try.'],
    ['Harker-Mina-1', 'This is little more than your name or your email.'],
    ['Gm.Tavern2031', 'This is little more than your name or your email.'],
    ['T0mekeeper!', 'This is little more than the name Tomekeeper.'],
  ])('is told of while typing when it is %s', async (password, sentence) => {
    await type(password);
    const told = await screen.findByText(sentence);
    expect(told.closest('[aria-live=polite]')).not.toBeNull();
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    expect(within(rule()).queryByText('(done)')).toBeNull();
  });

  it.each([
    ['b', ['A lowercase letter']],
    ['bE', ['A lowercase letter', 'An uppercase letter']],
    ['é', ['A lowercase letter']],
    ['Ü', ['An uppercase letter']],
    ['7', ['A digit']],
    // Other digits than 0 to 9 do not count, in the pool as here.
    ['٧', []],
    // Characters, not UTF-16 code units.
    ['🎲🎲🎲🎲', []],
    ['🎲🎲🎲🎲🎲🎲🎲🎲', ['At least 8 characters']],
    ['Bellund', ['A lowercase letter', 'An uppercase letter']],
    ['Bellund7', ['At least 8 characters', 'A lowercase letter', 'An uppercase letter', 'A digit']],
  ])('ticks exactly the rules that %s meets', async (password, met) => {
    const { user } = await showPage('/signup', {
      config: { identity: { ...identity, features: [] } },
    });
    await fillIn(user, screen.getByLabelText('Password'), password);
    const rules = screen.getAllByRole('listitem').filter((rule) => rule.closest('form'));
    const ticked = rules.filter((rule) => within(rule).queryByText('(done)'));
    expect(ticked.map((rule) => rule.textContent.replace(' (done)', '')).sort()).toEqual(
      [...met].sort(),
    );
  });

  it('loses a tick as soon as its rule is broken again', async () => {
    const { user } = await showPage('/signup', {
      config: { identity: { ...identity, features: [] } },
    });
    const digit = () => screen.getByText('A digit', { selector: 'li' });
    await fillIn(user, screen.getByLabelText('Password'), 'Bellunder7');
    expect(within(digit()).getByText('(done)')).toBeTruthy();
    await user.keyboard('{Backspace}');
    expect(within(digit()).queryByText('(done)')).toBeNull();
  });

  it('is ticked off once it is known to be fine', async () => {
    await type('Bellunder7');
    await waitFor(() => expect(within(rule()).getByText('(done)')).toBeTruthy());
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
  });

  it('is not judged by a list that does not come', async () => {
    const pool = new FakeUserPool();
    pool.commonPasswordKeys = () => {
      throw new Error('Network Error');
    };
    const { user } = await showPage('/signup', { pool, config: OWN_POOL });
    await fillIn(user, screen.getByLabelText('Password'), 'Password1');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
  });

  it('keeps to the rules of a managed pool, which knows no such list', async () => {
    await showPage('/signup', { config: { identity: { ...identity, features: [] } } });
    expect(screen.queryByText(RULE)).toBeNull();
  });
});

it('reads a part of the list once, and again after a failure', async () => {
  const asked: number[] = [];
  let broken = true;
  const read = rememberParts(async (part) => {
    asked.push(part);
    if (broken) throw new Error('Network Error');
    return ['key'];
  });
  await expect(read(7)).rejects.toThrow('Network Error');
  broken = false;
  expect(await Promise.all([read(7), read(7), read(8)])).toEqual([['key'], ['key'], ['key']]);
  expect(asked).toEqual([7, 7, 8]);
});
