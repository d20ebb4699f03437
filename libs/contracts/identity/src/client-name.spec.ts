import { clientName } from './client-name';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 SamsungBrowser/28.0',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) Chrome/140.0 OPR/120.0', 'Opera on ChromeOS'],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) Version/18.5 Safari/604.1', 'Safari on iPad'],
  [
    'macOS 14.2.1 arm macOS Not A(Brand/99.0.0.0;Google Chrome/121.0.6167.160;Chromium/121.0.6167.160',
    'Chrome on macOS',
  ],
  ['Linux x86 Linux HeadlessChrome/147.0;Not.A/Brand/8.0;Chromium/147.0', 'Chrome on Linux'],
  ['Windows 15 x86 Windows Chromium/147.0;Microsoft Edge/147.0', 'Edge on Windows'],
  ['Chrome OS 16 x86 Chrome OS Google Chrome/147.0', 'Chrome on ChromeOS'],
  ['<script>alert(1)</script>', ''],
  ['', ''],
])('reads %j as %j', (userAgent, expected) => {
  expect(clientName(userAgent).name).toBe(expected);
});
