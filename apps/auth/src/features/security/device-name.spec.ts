import { deviceName } from './activity-words';

it.each([
  ['Linux x86 Linux HeadlessChrome/147.0;Not.A/Brand/8.0;Chromium/147.0', 'Chrome on Linux'],
  ['Mina’s laptop', 'Mina’s laptop'],
  ['My Windows machine', 'My Windows machine'],
  ['', 'A device'],
])('calls %j %j', (text, name) => expect(deviceName(text)).toBe(name));
