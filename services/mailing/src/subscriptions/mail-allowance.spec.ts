import { allowsAnotherMail } from './mail-allowance';

it.each([
  [0, 0, true],
  [1, 1, false],
  [0, 4, true],
  [0, 5, false],
  [1, 5, false],
])(
  'after %i mails in a minute and %i in a day another may follow: %s',
  (lastMinute, lastDay, may) => {
    expect(allowsAnotherMail({ lastMinute, lastDay })).toBe(may);
  },
);
