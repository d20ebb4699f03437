import { deviceName } from './device-name';

it.each([
  [
    'macOS 14.2.1 arm macOS Not A(Brand/99.0.0.0;Google Chrome/121.0.6167.160;Chromium/121.0.6167.160',
    'Chrome on macOS',
  ],
  ['Linux x86 Linux HeadlessChrome/147.0;Not.A/Brand/8.0;Chromium/147.0', 'Chrome on Linux'],
  ['Windows 15 x86 Windows Chromium/147.0;Microsoft Edge/147.0', 'Edge on Windows'],
  ['Chrome OS 16 x86 Chrome OS Google Chrome/147.0', 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mina’s laptop', 'Mina’s laptop'],
  ['', 'A device'],
])('calls %j %j', (text, name) => expect(deviceName(text)).toBe(name));
