import { render } from '@testing-library/react';
import { When } from './when';

const BERLIN = 'Europe/Berlin';

/** Text of a date for a viewer in UTC, which the tests use. */
const shown = (moment: string | null, zone?: string) =>
  render(<When moment={moment} zone={zone ?? null} />).container.textContent?.replaceAll(
    '\u202f',
    ' ',
  );

it('shows the date in the zone of the viewer', () => {
  expect(shown('2027-03-05T18:00:00.000Z')).toBe('Friday, March 5, 2027 at 6:00 PM');
  expect(shown('2027-03-05T18:00:00.000Z', 'UTC')).toBe('Friday, March 5, 2027 at 6:00 PM');
});

it('adds the time in the zone of the table, and its day if that differs', () => {
  expect(shown('2027-03-05T18:00:00.000Z', BERLIN)).toBe(
    'Friday, March 5, 2027 at 6:00 PM (7:00 PM in Europe/Berlin)',
  );
  expect(shown('2027-03-28T18:00:00.000Z', BERLIN)).toBe(
    'Sunday, March 28, 2027 at 6:00 PM (8:00 PM in Europe/Berlin)',
  );
  expect(shown('2027-03-05T23:30:00.000Z', BERLIN)).toBe(
    'Friday, March 5, 2027 at 11:30 PM (Saturday 12:30 AM in Europe/Berlin)',
  );
});

it('leaves out a zone that the browser does not know', () => {
  expect(shown('2027-03-05T18:00:00.000Z', 'Middle-earth/Bree')).toBe(
    'Friday, March 5, 2027 at 6:00 PM',
  );
});

it('says that there is no date', () => expect(shown(null)).toBe('No date yet'));
