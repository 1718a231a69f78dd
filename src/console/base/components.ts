/** The Web Awesome components of the console, with its own icons and the colour scheme of the system. */
import '@awesome.me/webawesome/dist/styles/themes/default.css';
import '../console.css';
import { registerIconLibrary } from '@awesome.me/webawesome/dist/components/icon/library.js';
import '@awesome.me/webawesome/dist/components/badge/badge.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/callout/callout.js';
import '@awesome.me/webawesome/dist/components/details/details.js';
import '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import '@awesome.me/webawesome/dist/components/input/input.js';
import '@awesome.me/webawesome/dist/components/switch/switch.js';
import '@awesome.me/webawesome/dist/components/textarea/textarea.js';
import { SERVICE } from './api.ts';
import type WaDialog from '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import type WaInput from '@awesome.me/webawesome/dist/components/input/input.js';

export type { WaDialog, WaInput };

// A sprite needs no request by a script and no HTML from a string, which the content security policy forbids.
const sprite = `${SERVICE}/console/assets/icons.svg`;
for (const library of ['default', 'system'])
  registerIconLibrary(library, { resolver: (name) => `${sprite}#${name}`, spriteSheet: true });

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('wa-dark', dark.matches);
dark.addEventListener('change', follow);
follow();
