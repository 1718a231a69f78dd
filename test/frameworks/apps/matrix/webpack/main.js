import 'palkit/define';
import { baseUrl, deploymentId, override, tell, tools } from './call.js';

const embed = document.createElement('pal-embed');
for (const type of ['pal-state-change', 'pal-started', 'pal-ended']) embed.addEventListener(type, tell);
Object.assign(embed, { baseUrl, deploymentId, override, tools });
document.body.append(embed);
