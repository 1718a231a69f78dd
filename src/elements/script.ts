/** The script tag's entry: `<script type="module" src="https://your-service/palkit/palkit.js"></script>`. */
import { setDefaultBaseUrl } from './channel.ts';
import './define.ts';

// The service serves this file at `/palkit/` and at `/palkit/<version>/`, and may itself be below a path.
const { origin, pathname } = new URL(import.meta.url);
setDefaultBaseUrl(origin + (/^(.*)\/palkit\/([\w.+-]+\/)?palkit\.js$/.exec(pathname)?.[1] ?? ''));
