/** The entry for script tags: `<script type="module" src="https://your-service/palkit/palkit.js"></script>`. */
import { setDefaultBaseUrl } from './channel.ts';
import './define.ts';

// The service provides this file at `/palkit/` and at `/palkit/<version>/`, possibly below a path.
const { origin, pathname } = new URL(import.meta.url);
setDefaultBaseUrl(origin + (/^(.*)\/palkit\/([\w.+-]+\/)?palkit\.js$/.exec(pathname)?.[1] ?? ''));
