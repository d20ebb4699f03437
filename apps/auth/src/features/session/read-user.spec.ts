import { currentUser } from '@tomekeeper/contracts-identity';
import { MINA } from '../../testing/show-page';
import { readUser } from './read-user';

const { email: _email, ...withoutEmail } = MINA;

it.each([MINA, { ...MINA, groups: ['operators'] }, { ...MINA, extra: 'dropped' }])(
  'reads a user as the contract does',
  (user) => {
    expect(readUser(user)).toEqual(currentUser.parse(user));
  },
);

it.each([null, 'mina', withoutEmail, { ...MINA, first_name: 1 }, { ...MINA, groups: 'all' }])(
  'throws where the contract does',
  (user) => {
    expect(currentUser.safeParse(user).success).toBe(false);
    expect(() => readUser(user)).toThrow(TypeError);
  },
);
