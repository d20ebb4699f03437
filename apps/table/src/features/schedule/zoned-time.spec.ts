import { instantOf, localTimeOf, timeZones } from './zoned-time';

const at = (date: string, time: string) => ({ date, time });

it.each([
  // Europe changes two weeks after America, so the distance between both is 5 hours in between.
  ['2027-03-05', '19:00', 'Europe/Berlin', '2027-03-05T18:00:00.000Z'],
  ['2027-03-28', '19:00', 'Europe/Berlin', '2027-03-28T17:00:00.000Z'],
  ['2027-03-05', '19:00', 'America/New_York', '2027-03-06T00:00:00.000Z'],
  ['2027-03-14', '19:00', 'America/New_York', '2027-03-14T23:00:00.000Z'],
  ['2027-03-05', '19:00', 'Australia/Lord_Howe', '2027-03-05T08:00:00.000Z'],
  ['2027-04-04', '19:00', 'Australia/Lord_Howe', '2027-04-04T08:30:00.000Z'],
  ['2027-03-05', '19:00', 'Asia/Kathmandu', '2027-03-05T13:15:00.000Z'],
  ['2027-03-05', '19:00', 'UTC', '2027-03-05T19:00:00.000Z'],
])('%s %s in %s is %s, and back', (date, time, zone, instant) => {
  expect(instantOf(at(date, time), zone)).toBe(instant);
  expect(localTimeOf(instant, zone)).toEqual(at(date, time));
});

it('moves a time that daylight saving skips forward', () => {
  const instant = instantOf(at('2027-03-28', '02:30'), 'Europe/Berlin');
  expect(instant).toBe('2027-03-28T01:30:00.000Z');
  expect(localTimeOf(instant!, 'Europe/Berlin')).toEqual(at('2027-03-28', '03:30'));
});

it('means the second of a repeated time', () => {
  expect(instantOf(at('2027-10-31', '02:30'), 'Europe/Berlin')).toBe('2027-10-31T01:30:00.000Z');
});

it('is the same evening for a table in three zones', () => {
  const instant = instantOf(at('2027-03-26', '19:30'), 'Europe/Berlin')!;
  expect(localTimeOf(instant, 'America/New_York')).toEqual(at('2027-03-26', '14:30'));
  expect(localTimeOf(instant, 'Australia/Sydney')).toEqual(at('2027-03-27', '05:30'));
  const weekLater = instantOf(at('2027-04-02', '19:30'), 'Europe/Berlin')!;
  expect(localTimeOf(weekLater, 'America/New_York')).toEqual(at('2027-04-02', '13:30'));
  expect(localTimeOf(weekLater, 'Australia/Sydney')).toEqual(at('2027-04-03', '04:30'));
});

it('needs a complete date and time', () => {
  for (const [date, time] of [
    ['', '19:00'],
    ['2027-03-05', ''],
    ['5.3.2027', '19:00'],
  ] as const)
    expect(instantOf(at(date, time), 'UTC')).toBeUndefined();
});

it('offers the zones of the browser and the given ones once', () => {
  const zones = timeZones('Europe/Berlin', 'Etc/Unknown');
  expect(zones.filter((zone) => zone === 'Europe/Berlin')).toHaveLength(1);
  expect(zones).toContain('Etc/Unknown');
  expect(zones).toContain('America/New_York');
});
