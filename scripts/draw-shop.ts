/** Draws the pictures of the demo shop into demo/assets: `node --import tsx scripts/draw-shop.ts`. */
import fs from 'node:fs';
import path from 'node:path';
import { PICTURES } from './shop-pictures/pictures.ts';

for (const [name, draw] of Object.entries(PICTURES))
  fs.writeFileSync(path.join('demo', 'assets', `${name}.svg`), draw());
