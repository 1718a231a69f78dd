/** The script tag's entry: `<script type="module" src="https://your-service/palkit/palkit.js"></script>`. */
import { setDefaultBaseUrl } from './channel.ts';
import './define.ts';

setDefaultBaseUrl(new URL(import.meta.url).origin);
