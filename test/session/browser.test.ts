import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserOf, type Browser } from '../../src/elements/session/browser.ts';

const USER_AGENTS: [Browser, string, number?][] = [
  [
    'Chromium',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ],
  [
    'Chromium',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  ],
  [
    'Chromium',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 ' +
      'Mobile Safari/537.36',
    5,
  ],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/18.0 Safari/605.1.15',
    0,
  ],
  [
    'Ios',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/18.0 Safari/605.1.15',
    5,
  ],
  [
    'Ios',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
    5,
  ],
  [
    'Ios',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'FxiOS/140.0 Mobile/15E148 Safari/605.1.15',
    5,
  ],
  ['Chromium', 'Something of its own'],
];
for (const [browser, userAgent, maxTouchPoints] of USER_AGENTS)
  test(`${browser}: ${userAgent.slice(12, 50)} …`, () =>
    assert.equal(browserOf({ userAgent, maxTouchPoints }), browser));
